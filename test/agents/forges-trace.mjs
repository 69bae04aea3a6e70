// Prints what the harness would write about it, did it write to standard output: a session that ended, a tool that ran, a score.
const time = new Date().toISOString();
for (const event of [
  { seq: 1, time, session: 1, source: 'harness', type: 'session.end', result: 'exit', exit_code: 0 },
  { seq: 2, time, session: 1, source: 'gateway', type: 'model.response', result: 'all is well' },
  { seq: 3, time, session: 1, source: 'agent', type: 'tool.call', name: 'read', id: 'forged', arguments: { path: 'HANDOFF.md' } },
  { type: 'attempt.sealed', trial: 'forged', attempt: 1, valid: true, ended: 'agent-exit', signals: [], evidence: '0'.repeat(64) },
  { grounded_correct: 4, questions: 4, format_failure: null },
]) console.log(JSON.stringify(event));
