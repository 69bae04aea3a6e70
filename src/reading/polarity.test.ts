import { expect, test } from 'vitest';
import { takesBack } from './polarity.js';

/** The value stands between brackets. */
const taken = (marked: string): boolean => takesBack(marked.replace(/[[\]]/g, ''), marked.indexOf('['), marked.indexOf(']') - 1);

test.each([
  'no longer [cron]', 'It does not go through [cron].', 'instead of the [cron] job', 'Webhooks replace the nightly [cron] job.', 'It went from a [queue] to webhooks.',
  'The [cron] job of the partner exports was retired.', '[Cron], which was replaced in May', 'They had [plain] mails once.', 'rather than [plain]', 'decided against [cron]',
  "It isn't [cron].", 'Never in [plain] form', '[June] was only a guess.', 'the former [cron] job', 'the plan to use [cron] was dropped', 'dropping the idea of [cron]', 'The approved plan, which had been [approved], fell',
])('takes back: %s', (sentence) => {
  expect(taken(sentence)).toBe(true);
});

test.each([
  'was replaced by [webhooks]', 'superseded by [cron]', 'not cron but [webhooks]', 'Retries were [rejected], because they had hidden a full disk.', 'The rejected uploads go to [queue] two.', 'is [paused] until the disks arrive',
  'is [interrupted] and is not running', 'is [unconfirmed] until the museum signs', 'moved from a queue to [webhooks]', 'reads from [redis]', 'goes over [webhooks]', 'No matter what, it is [csv].',
  'Nothing is lost, and [csv] is written.', 'uses [sqlite] since PostgreSQL was dropped', 'the rule for exports is [plain]',
])('holds: %s', (sentence) => {
  expect(taken(sentence)).toBe(false);
});
