// Leaves its page for files and other sites.
attempt(() => {
  const frame = document.createElement("iframe");
  frame.src = "file://@SECRET@";
  document.body.append(frame);
  return frame.contentDocument?.body?.textContent;
});
attempt(() => { const ask = new XMLHttpRequest(); ask.open("GET", "file://@SECRET@", false); ask.send(); return ask.responseText; });
attempt(() => { window.open("http://127.0.0.1:@PORT@/"); return "asked"; });
attempt(() => { location.href = "http://127.0.0.1:@PORT@/"; return "asked"; });
