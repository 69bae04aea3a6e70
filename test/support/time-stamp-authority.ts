import { execaSync } from 'execa';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CONFIG = '[tsa]\ndefault_tsa = t\n[t]\nserial = ./serial\ndefault_policy = 1.2.3.4.1\ndigests = sha256\nsigner_digest = sha256\ness_cert_id_alg = sha256\n';

/** A time stamp authority of our own, in a folder: its root is `ca.pem`. */
export class TimeStampAuthority {
  readonly ca: string;

  constructor(private readonly dir: string, usage = 'critical,timeStamping') {
    mkdirSync(dir, { recursive: true });
    this.ca = join(dir, 'ca.pem');
    writeFileSync(join(dir, 'tsa.cnf'), CONFIG);
    writeFileSync(join(dir, 'serial'), '01\n');
    writeFileSync(join(dir, 'ext'), `extendedKeyUsage=${usage}\nkeyUsage=critical,digitalSignature\nbasicConstraints=CA:FALSE\n`);
    this.openssl('req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem -days 30 -addext basicConstraints=critical,CA:TRUE -subj', '/CN=Root of Tests');
    this.openssl('req -newkey rsa:2048 -nodes -keyout tsa.key -out tsa.csr -subj', '/CN=Clock of Tests');
    this.openssl('x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile ext -out tsa.pem');
  }

  /** Answers a request. @param query path of it @returns path of the response */
  stamp(query: string, ...more: string[]): string {
    const response = `${query}.tsr`;
    this.openssl('ts -reply -config tsa.cnf -signer tsa.pem -inkey tsa.key', ...more, '-queryfile', query, '-out', response);
    return response;
  }

  private openssl(command: string, ...more: string[]): void {
    execaSync('openssl', [...command.split(' '), ...more], { cwd: this.dir });
  }
}
