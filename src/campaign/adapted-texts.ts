import { UserError } from '../common/errors.js';
import { factIn } from '../protocol/battery/problems.js';
import { holdsToken } from '../scoring/checklist/values.js';
import type { PlannedCase, PlannedConfiguration } from './plan.js';

/**
 * All configurations get the same facts (methodology, "Use identical source material"): what is put around a prompt may name none that is asked for.
 * @throws UserError CLEANSLATE_ADAPTATION with the value that a text gives away
 */
export function refuseTold(cases: readonly PlannedCase[], configurations: readonly Pick<PlannedConfiguration, 'configuration'>[], file: string): void {
  for (const { configuration: { id, adaptations = [] } } of configurations) {
    for (const { id: name, before = '', after = '' } of adaptations) {
      for (const one of cases) {
        const told = answerIn(one, `${before}\n${after}`);
        if (told !== undefined) throw new UserError('CLEANSLATE_ADAPTATION', `configuration \`${id}\`: adaptation ${name} says \`${told}\`, which ${one.task} asks for`, { where: file, hint: 'an adaptation tells a product how, and never what: word it without' });
      }
    }
  }
}

/** A value that is right for a question, or the sentence that proves it, in a text. */
function answerIn({ about }: PlannedCase, text: string): string | undefined {
  if (about.kind === 'battery') return factIn(about.task, text);
  return Object.values(about.selected.expected).flatMap(({ value, quote }) => [value, ...(quote === '' ? [] : [quote])]).find((one) => one !== 'unknown' && holdsToken(text, one));
}
