import { X509Certificate } from 'node:crypto';

/** No chain is longer. */
const LONGEST = 8;

/** The certificates of a PEM text; what is none is left out. */
export const certificatesOf = (pem: string): X509Certificate[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g)].flatMap(([text]) => parseCertificate(text) ?? []);

/** A certificate, PEM or DER; undefined where it is none. */
export function parseCertificate(text: string | Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
  }
}

export interface Trust {
  /** Certificates that may stand in between. */
  between: readonly X509Certificate[];
  /** Those that are trusted. */
  roots: readonly X509Certificate[];
  /** When all of them had to be valid. */
  at: Date;
}

/** Why a certificate does not lead to a trusted one; undefined where it does. */
export function chainFault(certificate: X509Certificate, { between, roots, at }: Trust): string | undefined {
  let current = certificate;
  for (let length = 0; length < LONGEST; length += 1) {
    if (at.getTime() < Date.parse(current.validFrom) || at.getTime() > Date.parse(current.validTo)) return `the certificate of ${nameOf(current)} was not valid at that time`;
    if (roots.some((root) => root.fingerprint256 === current.fingerprint256)) return undefined;
    const issuer = [...roots, ...between].find((one) => one.ca && one.fingerprint256 !== current.fingerprint256 && current.checkIssued(one) && current.verify(one.publicKey));
    if (!issuer) return `the certificate of ${nameOf(current)} does not lead to a given one`;
    current = issuer;
  }
  return 'its chain of certificates is too long';
}

const nameOf = ({ subject }: X509Certificate): string => subject.replaceAll('\n', ', ');
