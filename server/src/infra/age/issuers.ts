import { X509Certificate } from 'node:crypto'

const MOST_IN_CHAIN = 4
/** Purposes of the web: servers, clients, code, mail. */
const OF_THE_WEB = '1.3.6.1.5.5.7.3.'

export const validityOf = ({ validFrom, validTo }: X509Certificate) => ({
  notBefore: new Date(validFrom),
  notAfter: new Date(validTo),
})

function isValidAt(certificate: X509Certificate, now: Date): boolean {
  const { notBefore, notAfter } = validityOf(certificate)
  return notBefore <= now && now <= notAfter
}

const isSignedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

export const issuersCountry = ({ issuer }: X509Certificate): string | undefined =>
  issuer
    .split('\n')
    .find((line) => line.startsWith('C='))
    ?.slice(2)

/**
 * True if the first certificate is trusted itself, or each is signed by the next one, the last by a trusted one. The
 * first must not be made for the web, because an authority that is trusted here may also issue such certificates.
 */
export function isTrusted(chain: readonly X509Certificate[], trusted: readonly X509Certificate[], now: Date): boolean {
  if (chain.length > MOST_IN_CHAIN || chain[0]?.keyUsage?.some((purpose) => purpose.startsWith(OF_THE_WEB)))
    return false
  for (const [index, certificate] of chain.entries()) {
    if (!isValidAt(certificate, now)) return false
    const hasEnded = trusted.some(
      (one) =>
        isValidAt(one, now) && (one.fingerprint256 === certificate.fingerprint256 || isSignedBy(certificate, one)),
    )
    if (hasEnded) return true
    const next = chain[index + 1]
    if (!next || !isSignedBy(certificate, next)) return false
  }
  return false
}
