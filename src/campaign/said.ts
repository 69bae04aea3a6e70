import { UserError } from '../common/errors.js';
import { secretsIn } from '../gateway/redact/environment.js';
import { Scrubber } from '../gateway/redact/scrubber.js';
import { refuseCredentials } from './secrets.js';

/**
 * What a person says on the command line and a campaign keeps, without the space around it.
 * @param option as it is on the command line
 * @throws UserError for a word that says nothing, CLEANSLATE_CREDENTIAL_INSIDE for one that holds a credential
 */
export function said(text: string, option: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new UserError('CLEANSLATE_NOTHING_SAID', 'says nothing', { where: option, hint: 'it stays on the journal: write what a reader needs' });
  refuseCredentials(new Scrubber(secretsIn(process.env)), trimmed, option);
  return trimmed;
}
