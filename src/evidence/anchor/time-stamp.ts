import { createHash, verify, type X509Certificate } from 'node:crypto';
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { AlgorithmIdentifier, ContentInfo, IssuerAndSerialNumber, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo, type Attribute, type SignerInfo } from 'pkijs';
import { certificatesOf, chainFault, parseCertificate } from './certificates.js';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const DIGESTS: Record<string, string> = { '1.3.14.3.2.26': 'sha1', [SHA256]: 'sha256', '2.16.840.1.101.3.4.2.2': 'sha384', '2.16.840.1.101.3.4.2.3': 'sha512' };
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE = { '1.2.840.113549.1.9.16.2.12': 'sha1', '1.2.840.113549.1.9.16.2.47': 'sha256' } as const;
/** Extended key usage of a certificate that stamps times. */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

/** What a time stamp says once it is verified. */
export interface TimeStamp {
  /** The digest that it stands for: hex of a SHA-256. */
  imprint: string;
  /** ISO 8601. */
  time: string;
  /** The name in the certificate of who stamped it. */
  authority: string;
}

/** A request for a time stamp of a digest (RFC 3161, DER), which asks for the certificate too. @param digest hex of a SHA-256 */
export function timeStampRequest(digest: string): Buffer {
  const messageImprint = new MessageImprint({ hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }), hashedMessage: new OctetString({ valueHex: bufferOf(Buffer.from(digest, 'hex')) }) });
  return Buffer.from(new TimeStampReq({ version: 1, messageImprint, certReq: true }).toSchema().toBER());
}

/**
 * Verifies the answer of a time stamp authority (RFC 3161): granted, signed by a certificate for time stamping that it names, which leads to
 * a given one, all of them valid at that time.
 * @param response DER, of a response or of its token alone
 * @param trusted PEM of one or more certificates, such as the authority's root
 * @throws Error with what is wrong, in a few words
 */
export function verifyTimeStamp(response: Buffer, trusted: string): TimeStamp {
  const signed = signedDataOf(response);
  const content = Buffer.from(signed.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0));
  if (signed.encapContentInfo.eContentType !== TST_INFO || content.length === 0) throw new Error('holds no time stamp');
  const info = TSTInfo.fromBER(bufferOf(content));
  if (info.messageImprint.hashAlgorithm.algorithmId !== SHA256) throw new Error('stands for a digest that is no SHA-256');
  const [signer] = signed.signerInfos;
  if (!signer || signed.signerInfos.length !== 1) throw new Error('has not one signature');
  const embedded = (signed.certificates ?? []).flatMap((one) => ('toSchema' in one ? (parseCertificate(Buffer.from(one.toSchema().toBER())) ?? []) : []));
  const roots = certificatesOf(trusted);
  if (roots.length === 0) throw new Error('no certificate is given to verify it by');
  const certificate = certificateOf(signer, [...embedded, ...roots]);
  verifySignature(signer, content, certificate);
  const fault = chainFault(certificate, { between: embedded, roots, at: info.genTime });
  if (fault !== undefined) throw new Error(fault);
  return {
    imprint: Buffer.from(info.messageImprint.hashedMessage.getValue()).toString('hex'),
    time: info.genTime.toISOString(),
    authority: /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? certificate.subject.replaceAll('\n', ', '),
  };
}

function signedDataOf(bytes: Buffer): SignedData {
  try {
    return new SignedData({ schema: tokenOf(bytes).content });
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Error('is no time stamp of RFC 3161', { cause: error });
  }
}

class Refused extends Error {}

function tokenOf(bytes: Buffer): ContentInfo {
  try {
    return ContentInfo.fromBER(bufferOf(bytes));
  } catch {
    const { status, timeStampToken } = TimeStampResp.fromBER(bufferOf(bytes));
    // 0: granted; 1: granted with modifications.
    if (Number(status.status) > 1 || !timeStampToken) throw new Refused('the authority refused to stamp');
    return timeStampToken;
  }
}

/** The certificate that the signature names by number and, as RFC 3161 asks, by digest. */
function certificateOf({ sid, signedAttrs }: SignerInfo, certificates: readonly X509Certificate[]): X509Certificate {
  const serial = sid instanceof IssuerAndSerialNumber ? Buffer.from(sid.serialNumber.valueBlock.valueHexView).toString('hex').replace(/^0+/, '').toUpperCase() : undefined;
  const attribute = signedAttrs?.attributes.find(({ type }) => type in SIGNING_CERTIFICATE);
  const named = attribute && namedCertificate(attribute);
  if (!named) throw new Error('does not name the certificate that signed it');
  const found = certificates.find((one) => createHash(named.hash).update(one.raw).digest('hex') === named.digest && (serial === undefined || one.serialNumber.replace(/^0+/, '') === serial));
  if (!found) throw new Error('the certificate that signed it is not there');
  if (!(found.keyUsage as string[] | undefined)?.includes(TIME_STAMPING)) throw new Error('was signed by a certificate that is not for time stamping');
  return found;
}

/** ESSCertID and ESSCertIDv2: the digest of the first certificate listed, and its algorithm where it is not the default one. */
function namedCertificate({ type, values }: Attribute): { hash: string; digest: string } | undefined {
  const first = sequenceAt(sequenceAt(values[0] as Sequence | undefined, 0), 0);
  const parts = first?.valueBlock.value ?? [];
  const digest = parts.find((part) => part instanceof OctetString);
  const algorithm = parts[0] instanceof Sequence ? parts[0].valueBlock.value[0] : undefined;
  const hash = algorithm instanceof ObjectIdentifier ? DIGESTS[algorithm.valueBlock.toString()] : SIGNING_CERTIFICATE[type as keyof typeof SIGNING_CERTIFICATE];
  return digest === undefined || hash === undefined ? undefined : { hash, digest: Buffer.from(digest.getValue()).toString('hex') };
}

const sequenceAt = (parent: Sequence | undefined, at: number): Sequence | undefined => {
  const child = parent?.valueBlock.value[at];
  return child instanceof Sequence ? child : undefined;
};

/** The signature is over the attributes, and these stand for the content. */
function verifySignature({ signedAttrs, digestAlgorithm, signature }: SignerInfo, content: Buffer, certificate: X509Certificate): void {
  const hash = DIGESTS[digestAlgorithm.algorithmId];
  if (hash === undefined || !signedAttrs) throw new Error('is signed in a way that is not known here');
  const valueOf = (oid: string): unknown => signedAttrs.attributes.find(({ type }) => type === oid)?.values[0];
  const [contentType, digest] = [valueOf(CONTENT_TYPE), valueOf(MESSAGE_DIGEST)];
  if (!(contentType instanceof ObjectIdentifier) || contentType.valueBlock.toString() !== TST_INFO) throw new Error('its signature is of something else');
  if (!(digest instanceof OctetString) || !Buffer.from(digest.getValue()).equals(createHash(hash).update(content).digest())) throw new Error('its signature does not stand for what it says');
  if (!verify(hash, Buffer.from(signedAttrs.encodedValue), certificate.publicKey, Buffer.from(signature.getValue()))) throw new Error('its signature is not that of its certificate');
}

const bufferOf = (bytes: Buffer): ArrayBuffer => Uint8Array.from(bytes).buffer;
