import { readFileSync } from 'node:fs';
import { HarnessError } from '../../common/errors.js';
import { MODEL_ORIGIN } from '../../common/model-endpoint.js';
import { inPackage } from '../../common/package-root.js';

/** The relay as it is run: always what is built, also when the harness itself runs from its sources, so that tests run what ships. */
export const relayFile = (): string => inPackage('dist', 'gateway', 'relay', 'relay.js');

/** Where the relay listens: the address that agents are given as their model's. */
export const RELAY_ADDRESS = new URL(MODEL_ORIGIN).host;

/**
 * The command that runs the relay inside a sandbox with nothing installed there but Node: the program is an argument.
 * Its standard streams belong to `StdioRelay`.
 * @param way `stdio` carries connections out of the sandbox, `dial` into it
 * @throws HarnessError CLEANSLATE_NOT_BUILT
 */
export function stdioRelayCommand(address = RELAY_ADDRESS, way: 'stdio' | 'dial' = 'stdio'): string[] {
  return ['node', '--input-type=module', '-e', program(), way, address];
}

function program(): string {
  try {
    return readFileSync(relayFile(), 'utf8');
  } catch (cause) {
    throw new HarnessError('CLEANSLATE_NOT_BUILT', 'the relay is not built', { where: relayFile(), hint: 'run `make build`', cause });
  }
}
