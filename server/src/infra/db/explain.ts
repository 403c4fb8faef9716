import { errorCode } from '../error-fields.ts'

// The ordinary mistakes with a database, each answered with what mends it (docs/operations.md, “Your own PostgreSQL”).

const POOLER =
  'A connection pooler answers at DATABASE_URL. Set DATABASE_POOLED=transaction, and DATABASE_DIRECT_URL to the database ' +
  'itself (docs/operations.md, “Connection pooler”).'

export const poolerInTheWay = (): Error => new Error(POOLER)

const byCode: Readonly<Record<string, (message: string) => string>> = {
  '08P01': () => POOLER,
  '28P01': (message) => `The database refused the name or the password in DATABASE_URL: ${message}.`,
  '28000': (message) => `The database refused the connection: ${message}. Check pg_hba.conf, and DATABASE_URL.`,
  '3D000': (message) => `${message}. Create it as a superuser: create database kindred owner kindred;`,
  '42501': (message) =>
    /extension/.test(message)
      ? `${message}. In the database, run as a superuser: create extension pg_trgm;`
      : `${message}. In the database, run as a superuser: alter schema public owner to kindred;`,
  '58P01': (message) => `${message}. Install PostgreSQL’s “contrib” package, which has pg_trgm.`,
  '53300': () => 'The database refuses further connections (docs/operations.md, “Connections”).',
  ECONNREFUSED: (message) => `The server can’t reach the database (${message}). Check DATABASE_URL.`,
  ENOTFOUND: (message) => `The server can’t reach the database (${message}). Check DATABASE_URL.`,
}

const untrusted = new Set([
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
])

/** One sentence for an operator, or undefined for an error that doesn't come from connecting or preparing. */
export function explainDatabase(error: unknown): string | undefined {
  const code = errorCode(error) ?? ''
  const message = error instanceof Error ? error.message : String(error)
  if (/unsupported startup parameter/.test(message)) return POOLER
  if (/does not support SSL/.test(message))
    return 'DATABASE_URL asks for TLS, which the database doesn’t offer. Turn it on there (ssl = on), or say sslmode=disable on a network that only you use.'
  if (untrusted.has(code))
    return `The database’s certificate can’t be verified (${message}). Name the file of its authority in DATABASE_URL: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem`
  return byCode[code]?.(message)
}
