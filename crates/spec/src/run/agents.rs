//! Several agents, and time.
//!
//! All agents of a run share one heap, and with it the blocks of shared memory and the lists of waiters,
//! which the text's own steps work on; each has a realm, frames, contexts and jobs of its own. One of
//! them runs at a time, and another is let in where it waits, and now and then where it calls a built-in
//! function: never within the steps of one. The order depends on the programs alone. A turn of the agents
//! takes a millisecond; when none can go on, time jumps to the next moment that one waits for.

use std::collections::VecDeque;

use super::machine::{Flow, Frame, Machine, Resumed};
use super::names;
use super::stop::Stop;
use super::value::Value;

/// After so many calls of built-in functions another agent may go on.
const CALLS: u32 = 24;

/// The agents of a run and what they wait for.
#[derive(Default)]
pub(super) struct Agents {
    threads: Vec<Thread>,
    /// The agent that runs; none while all are put away.
    current: Option<usize>,
    /// Milliseconds.
    now: f64,
    reports: VecDeque<Value>,
    timers: Vec<Timer>,
    calls: u32,
    /// Whether the agent that runs is to let others go on before its next step.
    gives_way: bool,
}

/// What one agent has of its own. Of the agent that runs it is in the machine.
#[derive(Default)]
struct Thread {
    frames: Vec<Frame>,
    stack: Vec<Value>,
    contexts: Vec<Value>,
    resumed: Vec<Resumed>,
    jobs: VecDeque<(Value, Value)>,
    realm: Value,
    agent: Value,
    /// Until when it is suspended.
    until: Option<f64>,
    /// The list of waiters that it is in meanwhile, and its record there.
    waiting: Option<(Value, Value)>,
    /// The script that it begins with.
    script: Option<Value>,
    /// Broadcasts for it, and who receives them.
    inbox: VecDeque<[Value; 2]>,
    receiver: Option<Value>,
}

/// A job for later.
struct Timer {
    due: f64,
    agent: usize,
    job: Value,
    realm: Value,
}

impl Thread {
    fn can_begin(&self) -> bool {
        self.script.is_some()
            || !self.jobs.is_empty()
            || self.receiver.is_some() && !self.inbox.is_empty()
    }

    fn can_go_on(&self) -> bool {
        self.until.is_none() && (!self.frames.is_empty() || self.can_begin())
    }
}

impl Agents {
    /// Everything that agents keep, for the search for cells.
    pub(super) fn values(&self) -> impl Iterator<Item = &Value> {
        let of_threads = self.threads.iter().flat_map(|it| {
            let lists = it.stack.iter().chain(&it.contexts);
            let jobs = it.jobs.iter().flat_map(|(job, realm)| [job, realm]);
            let waiting = it.waiting.iter().flat_map(|(list, record)| [list, record]);
            let resumed = it.resumed.iter().map(|it| &it.context);
            let single = it.script.iter().chain(&it.receiver).chain([&it.realm, &it.agent]);
            let inbox = it.inbox.iter().flatten();
            lists.chain(jobs).chain(waiting).chain(resumed).chain(single).chain(inbox)
        });
        let timers = self.timers.iter().flat_map(|it| [&it.job, &it.realm]);
        of_threads.chain(timers).chain(&self.reports)
    }

    fn running(&self) -> usize {
        self.current.unwrap_or_default()
    }

    pub(super) fn frames(&self) -> impl Iterator<Item = &Vec<Frame>> {
        self.threads.iter().map(|it| &it.frames)
    }
}

impl Machine<'_> {
    fn agents(&mut self) -> &mut Agents {
        self.agents.get_or_insert_with(|| {
            let threads = vec![Thread::default()];
            Box::new(Agents { threads, current: Some(0), ..Agents::default() })
        })
    }

    pub(super) fn now(&self) -> f64 {
        self.agents.as_ref().map_or(0.0, |it| it.now)
    }

    /// The signifier of the agent that runs.
    pub(super) fn signifier(&self) -> Value {
        let name = self.program.names.find("Signifier");
        let signifier = name.and_then(|name| self.heap.field(&self.agent, name));
        signifier.cloned().unwrap_or(Value::Mathematical(0.0))
    }

    /// A built-in function is called: nothing of it has happened yet.
    #[inline]
    pub(super) fn may_give_way(&mut self) {
        if let Some(agents) = &mut self.agents {
            agents.calls += 1;
            agents.gives_way |= agents.calls.is_multiple_of(CALLS) && agents.threads.len() > 1;
        }
    }

    /// Lets other agents go on, where that is due. An agent that is not the first is left by an error,
    /// which its caller knows by [`Agents::gives_way`].
    pub(super) fn give_way(&mut self) -> Result<(), Stop> {
        match &mut self.agents {
            Some(agents) if agents.gives_way && self.floor == 0 => {
                if agents.current != Some(0) {
                    return Err(Stop::Depth);
                }
                agents.gives_way = false;
            }
            _ => return Ok(()),
        }
        if !self.run_each()? {
            self.let_time_pass();
        }
        while !self.agents().threads[0].can_go_on() {
            if !self.run_next()? {
                return self.unsupported("every agent waits for another one");
            }
        }
        self.take_up(0);
        Ok(())
    }

    /// Runs what can be run and waits for what is due, until the first agent has a job. False if it
    /// will never have one.
    pub(super) fn wait_for_job(&mut self) -> Result<bool, Stop> {
        if self.agents.is_none() {
            return Ok(false);
        }
        let mut goes_on = true;
        let collecting = self.set_collecting(true);
        self.put_away();
        while goes_on && self.agents().threads[0].jobs.is_empty() {
            goes_on = self.run_next()?;
        }
        self.take_up(0);
        self.set_collecting(collecting);
        Ok(goes_on)
    }

    /// Runs the agents besides the first that can go on; where there is none, time passes. False if
    /// nothing is left to wait for.
    fn run_next(&mut self) -> Result<bool, Stop> {
        Ok(self.run_each()? || self.pass_time())
    }

    /// Runs every agent besides the first that can go on, for a while.
    fn run_each(&mut self) -> Result<bool, Stop> {
        let mut ran = false;
        self.put_away();
        for number in 1..self.agents().threads.len() {
            if self.agents().threads[number].can_go_on() {
                self.take_up(number);
                self.run_for_a_while()?;
                self.put_away();
                ran = true;
            }
        }
        if ran {
            self.let_time_pass();
        }
        Ok(ran)
    }

    /// Goes on with an agent.
    fn take_up(&mut self, number: usize) {
        self.put_away();
        self.exchange(number);
        self.agents().current = Some(number);
        self.load_frame();
    }

    /// Puts the agent that runs away.
    fn put_away(&mut self) {
        if let Some(current) = self.agents().current.take() {
            self.save_frame();
            self.exchange(current);
        }
    }

    fn exchange(&mut self, number: usize) {
        let Some(mut agents) = self.agents.take() else { return };
        let thread = &mut agents.threads[number];
        std::mem::swap(&mut self.frames, &mut thread.frames);
        std::mem::swap(&mut self.stack, &mut thread.stack);
        std::mem::swap(&mut self.contexts, &mut thread.contexts);
        std::mem::swap(&mut self.resumed, &mut thread.resumed);
        std::mem::swap(&mut self.jobs, &mut thread.jobs);
        std::mem::swap(&mut self.realm, &mut thread.realm);
        std::mem::swap(&mut self.agent, &mut thread.agent);
        self.agents = Some(agents);
    }

    /// Runs the agent that was switched to, until it waits, gives way or has nothing to do.
    fn run_for_a_while(&mut self) -> Result<(), Stop> {
        if self.frames.is_empty() && !self.begin_something()? {
            return Ok(());
        }
        match self.run(0) {
            Ok(_) => {
                self.contexts.clear();
                Ok(())
            }
            Err(_) if std::mem::take(&mut self.agents().gives_way) => Ok(()),
            Err(stop) => Err(stop),
        }
    }

    /// Begins the script, the next job or the next broadcast of the agent that runs.
    fn begin_something(&mut self) -> Result<bool, Stop> {
        let current = self.agents().running();
        let script = self.agents().threads[current].script.take();
        let realm = self.realm.clone();
        let flow = if let Some(script) = script {
            self.push_host_context(realm);
            self.evaluate_text(&script)?
        } else if let Some((job, realm)) = self.jobs.pop_front() {
            self.push_host_context(realm);
            self.call_job(&job)?
        } else {
            let thread = &mut self.agents().threads[current];
            let Some(([buffer, number], receiver)) =
                thread.inbox.pop_front().zip(thread.receiver.clone())
            else {
                return Ok(false);
            };
            self.push_host_context(realm);
            let arguments = self.heap.list(vec![buffer, number]);
            let call = self.program.names.find("Call").unwrap_or(names::CALL);
            self.operation(call, vec![receiver, Value::Undefined, arguments])?
        };
        Ok(matches!(flow, Flow::Called))
    }

    /// Runs a job: a closure of the text, or a function of the program.
    pub(super) fn call_job(&mut self, job: &Value) -> Result<Flow, Stop> {
        match self.program.names.find("Call").filter(|_| self.heap.is_object(job)) {
            Some(call) => self.operation(call, vec![job.clone(), Value::Undefined]),
            None => self.call_value(job, Vec::new()),
        }
    }

    /// Goes to the next moment that somebody waits for, while all agents are put away.
    fn pass_time(&mut self) -> bool {
        let agents = self.agents();
        let dues = agents.threads.iter().filter_map(|it| it.until);
        let next = dues.chain(agents.timers.iter().map(|it| it.due)).fold(f64::INFINITY, f64::min);
        if next == f64::INFINITY {
            return false;
        }
        self.go_to(next);
        true
    }

    /// A millisecond passes, so that one agent may wait for a moment while another waits in a loop.
    fn let_time_pass(&mut self) {
        let next = self.agents().now + 1.0;
        self.go_to(next);
    }

    /// Time goes on to a moment, and what was waited for is due.
    fn go_to(&mut self, moment: f64) {
        let agents = self.agents();
        agents.now = agents.now.max(moment);
        let now = agents.now;
        agents.timers.sort_by(|a, b| a.due.total_cmp(&b.due));
        while agents.timers.first().is_some_and(|it| it.due <= now) {
            let Timer { agent, job, realm, .. } = agents.timers.remove(0);
            agents.threads[agent].jobs.push_back((job, realm));
        }
        let mut timed_out = Vec::new();
        for thread in agents.threads.iter_mut().filter(|it| it.until.is_some_and(|it| it <= now)) {
            thread.until = None;
            timed_out.extend(thread.waiting.take());
        }
        for (list, record) in timed_out {
            self.time_out(&list, &record);
        }
    }

    /// What is left of a wait that ended by time: the text says it of waits for promises only.
    fn time_out(&mut self, list: &Value, record: &Value) {
        let find = |name: &str| self.program.names.find(name);
        let (waiters, result) = (find("Waiters"), find("Result"));
        let waiters = waiters.and_then(|name| self.heap.field(list, name).cloned());
        if let Some(waiters) = waiters.and_then(|it| self.heap.as_list_mut(&it)) {
            waiters.retain(|it| !it.same(record));
        }
        if let Some(result) = result {
            self.heap.set_field(record, result, Value::text("timed-out"));
        }
    }

    /// Suspends the agent that runs.
    pub(super) fn suspend_agent(&mut self, until: f64, waiting: Option<(Value, Value)>) {
        self.watched = true;
        let agents = self.agents();
        let current = agents.running();
        agents.threads[current].until = Some(until);
        agents.threads[current].waiting = waiting;
        agents.gives_way = true;
    }

    /// Wakes the agent with a signifier.
    pub(super) fn wake_agent(&mut self, signifier: &Value) {
        let number = signifier.as_index().unwrap_or_default();
        if let Some(thread) = self.agents().threads.get_mut(number) {
            thread.until = None;
            thread.waiting = None;
        }
    }

    /// `HostEnqueueTimeoutJob`, and `setTimeout`.
    pub(super) fn after(&mut self, job: Value, realm: Value, milliseconds: f64) {
        let agents = self.agents();
        let (agent, due) = (agents.running(), agents.now + milliseconds.max(0.0));
        agents.timers.push(Timer { due, agent, job, realm });
    }

    /// `HostEnqueueGenericJob`: a job for the agent of a realm.
    pub(super) fn enqueue_in_agent(&mut self, job: Value, realm: Value) {
        let name = self.program.names.find("AgentSignifier");
        let signifier = name.and_then(|name| self.heap.field(&realm, name)?.as_index());
        let agents = self.agents();
        match signifier.filter(|it| *it != agents.running() && *it < agents.threads.len()) {
            Some(other) => agents.threads[other].jobs.push_back((job, realm)),
            None => self.jobs.push_back((job, realm)),
        }
    }
}

/// What tests ask of `$262.agent`.
impl Machine<'_> {
    /// Starts an agent, which runs a script in a realm of its own.
    pub(super) fn start_agent(&mut self, script: &Value) -> Result<(), Stop> {
        self.watched = true;
        let number = self.agents().threads.len();
        let agent = self.new_agent(number, true);
        let own = std::mem::replace(&mut self.agent, agent);
        let (realm, _) = self.create_other_realm()?;
        let agent = std::mem::replace(&mut self.agent, own);
        let script = Some(script.clone());
        self.agents().threads.push(Thread { agent, realm, script, ..Thread::default() });
        Ok(())
    }

    /// Gives every other agent a buffer of its own for the block of a shared one.
    pub(super) fn broadcast(&mut self, buffer: &Value, number: &Value) -> Result<(), Stop> {
        let fields = self.heap.as_record(buffer).map(|it| it.fields.clone()).unwrap_or_default();
        let prototype = self.program.names.find("%SharedArrayBuffer.prototype%");
        for other in 1..self.agents().threads.len() {
            let realm = self.agents().threads[other].realm.clone();
            let mut fields = fields.clone();
            if let Some(name) = prototype {
                let prototype = self.intrinsic_of(&realm, name)?;
                let own = fields.iter_mut().filter(|(name, _)| *name == names::PROTOTYPE);
                own.for_each(|(_, value)| *value = prototype.clone());
            }
            let buffer = self.new_object(fields);
            self.agents().threads[other].inbox.push_back([buffer, number.clone()]);
        }
        self.agents().gives_way = true;
        Ok(())
    }

    pub(super) fn receive_broadcast(&mut self, receiver: &Value) {
        let agents = self.agents();
        let current = agents.running();
        agents.threads[current].receiver = Some(receiver.clone());
    }

    pub(super) fn report(&mut self, message: &Value) {
        let text = Value::text(self.describe(message).trim_end_matches(|it| {
            // A BigInt is shown as a literal.
            it == 'n' && matches!(message, Value::BigInt(_))
        }));
        self.agents().reports.push_back(text);
    }

    pub(super) fn next_report(&mut self) -> Value {
        self.agents().reports.pop_front().unwrap_or(Value::Null)
    }

    /// Whether this agent may be suspended.
    pub(super) fn set_can_block(&mut self) {
        if let Some(name) = self.program.names.find("CanBlock") {
            let agent = self.agent.clone();
            self.heap.set_field(&agent, name, Value::Boolean(true));
        }
    }
}
