import { UserError } from '../../common/errors.js';
import { UpstreamFault, type Upstream } from '../upstream.js';

const TARGET = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?):(\d{1,5})$/i;

/**
 * For products that only talk to their own backend: CONNECT tunnels to the listed hosts, nothing else.
 * What is said in a tunnel is not seen, so the wire is no witness.
 * @throws UserError CLEANSLATE_ALLOW_LIST for what is no `host:port`; wildcards are refused, the list is part of the results.
 */
export function passthroughUpstream(allow: readonly string[], where: string): Upstream {
  for (const target of allow) {
    const port = Number(TARGET.exec(target)?.[2] ?? 0);
    if (port < 1 || port > 65_535) {
      throw new UserError('CLEANSLATE_ALLOW_LIST', `\`${target}\` is no host:port`, { where, hint: 'list each host with its port, such as api2.cursor.sh:443' });
    }
  }
  return {
    mode: 'passthrough',
    allow,
    respond: () => Promise.reject(new UpstreamFault('harness', 'a passthrough has no model of its own')),
  };
}
