import { describe, expect, it } from 'vitest';
import { HarnessError, messageOf, UserError } from './errors.js';

describe('an error', () => {
  it('is one line for people: where, what, what to do', () => {
    const error = new UserError('CLEANSLATE_X', 'unknown key "taks"', { where: 'm.yaml:3:1', hint: 'did you mean "tasks"?' });
    expect(error.line).toBe('m.yaml:3:1: unknown key "taks"; did you mean "tasks"?');
    expect(new HarnessError('CLEANSLATE_X', 'first\n  second').line).toBe('first second');
  });

  it('says by its exit code who has to act, and keeps its cause', () => {
    const cause = new Error('ECONNREFUSED');
    expect(new UserError('CLEANSLATE_X', 'x').exitCode).toBe(2);
    expect(new HarnessError('CLEANSLATE_X', 'x', { cause })).toMatchObject({ exitCode: 3, cause, blame: 'harness' });
    expect([messageOf(cause), messageOf('text'), messageOf(undefined)]).toEqual(['ECONNREFUSED', 'text', 'undefined']);
  });
});
