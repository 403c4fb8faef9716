import { createHash, createPublicKey, randomBytes, verify, X509Certificate } from 'node:crypto'
import { base64url, CoseKey, Curve, Header, KeyType, type MdocContext, SignatureAlgorithm, type Sign1 } from '@owf/mdoc'
import * as z from 'zod'
import { isTrusted, issuersCountry, validityOf } from './issuers.ts'

// The library replaces the messages of every schema in the process when it is loaded. They are the API's.
z.config({ customError: undefined })

const unused = (): never => {
  throw new Error('Nothing is signed, and no MAC is checked')
}

const certificateOf = (der: Uint8Array): X509Certificate => new X509Certificate(der)

/** ES256 only, which is what the profile requires of every wallet and issuer. */
function isSigned(sign1: Sign1, key: CoseKey): boolean {
  const { headers } = sign1.protectedHeaders
  if (headers.get(Header.Algorithm) !== SignatureAlgorithm.ES256 || headers.has(Header.Critical)) return false
  if (key.keyType !== KeyType.Ec || key.curve !== Curve['P-256']) return false
  const { x = new Uint8Array(), y = new Uint8Array() } = key
  const point = { x: base64url.encode(x), y: base64url.encode(y) }
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...point }, format: 'jwk' })
  return verify('sha256', sign1.toBeSigned, { key: publicKey, dsaEncoding: 'ieee-p1363' }, sign1.signature)
}

export const context: MdocContext = {
  crypto: {
    random: (length) => randomBytes(length),
    digest: ({ digestAlgorithm, bytes }) =>
      new Uint8Array(createHash(digestAlgorithm.replace('-', '').toLowerCase()).update(bytes).digest()),
    calculateEphemeralMacKey: unused,
  },
  cose: {
    sign1: { sign: unused, verify: ({ sign1, key }) => isSigned(sign1, key) },
    mac0: { sign: unused, verify: unused },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }) => {
      const country = field === 'C' ? issuersCountry(certificateOf(certificate)) : undefined
      return country ? [country] : []
    },
    getPublicKey: ({ certificate }) => CoseKey.fromJwk(certificateOf(certificate).publicKey.export({ format: 'jwk' })),
    verifyCertificateChain: ({ trustedCertificates, x5chain, now = new Date() }) => {
      if (!isTrusted(x5chain.map(certificateOf), trustedCertificates.map(certificateOf), now))
        throw new Error('No trusted certificate')
    },
    getCertificateData: ({ certificate }) => {
      const read = certificateOf(certificate)
      const { issuer, subject, serialNumber, fingerprint256 } = read
      return {
        issuerName: issuer,
        subjectName: subject,
        serialNumber,
        thumbprint: fingerprint256,
        ...validityOf(read),
        pem: '',
      }
    },
  },
}
