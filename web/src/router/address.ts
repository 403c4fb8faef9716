import type { Linked, Search } from '../paths.ts'

export type Params<P extends string> = P extends `${string}$${infer Name}` ? Record<Name, string> : never

export type Target<P extends Linked = Linked> = {
  to: P
  search?: Search<P>
  hash?: string
} & (P extends `${string}$${string}` ? { params: Params<P> } : { params?: undefined })

/** The target without generics. */
type Parts = {
  to: string
  params?: Record<string, string> | undefined
  search?: Record<string, string | undefined>
  hash?: string
}

export function hrefOf({ to, params = {}, search = {}, hash }: Parts): string {
  const path = to.replace(/\$(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString()
  return `${path}${query && `?${query}`}${hash ? `#${hash}` : ''}`
}

/** The URL as a path on `origin`, or the start page, because a stored or shared URL may lead elsewhere. */
export function sameOriginHref(href: string, origin: string): string {
  if (!URL.canParse(href, origin)) return '/'
  const url = new URL(href, origin)
  // A path that starts with two slashes would mean another host.
  return url.origin === origin ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : '/'
}

export function paramsOf(pattern: string, pathname: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const parts = pathname.replace(/(?<=.)\/$/, '').split('/')
  if (wanted.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, each] of wanted.entries()) {
    const part = parts[at] ?? ''
    if (each.startsWith('$') && part) params[each.slice(1)] = decoded(part)
    else if (each.toLowerCase() !== part.toLowerCase()) return undefined
  }
  return params
}

/** Decodes a part of a path. Anyone can type a URL, even one that can't be decoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** True for links to the open page or to one above it. */
export function isOpenLink(href: string, { pathname, search }: { pathname: string; search: Record<string, string> }) {
  const { pathname: path, searchParams } = new URL(href, 'http://here')
  const isAbove = pathname === path || pathname.startsWith(`${path}/`)
  return isAbove && [...searchParams].every(([name, value]) => search[name] === value)
}
