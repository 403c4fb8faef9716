// A URL may name several servers, as in libpq: postgres://user:password@one:5432,two:5432/name. With
// target_session_attrs=read-write, only a server that accepts writes is used. The driver supports only one host, so we
// choose it.

const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/

export function urlsOf(url: string): string[] {
  const [, before, hosts, after] = parts.exec(url) ?? []
  if (before === undefined || hosts === undefined || after === undefined) return [url]
  const rest = after
    .replace(/([?&])target_session_attrs=[^&]*(&|$)/, '$1')
    .replace(/[?&]$/, '')
    // The driver verifies the certificate in each of these modes, and warns that it won't.
    .replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
  return hosts.split(',').map((host) => before + host + rest)
}

export type Hosts = {
  urls: readonly string[]
  needsPrimary: boolean
  current: () => string
  /** Chooses the next server, unless another connection has done so already. */
  failed: (url: string) => void
}

/** All connections of this process to the same URL share what is known about its servers. */
const known = new Map<string, Hosts>()

export function hostsOf(url: string): Hosts {
  const hosts = known.get(url) ?? newHosts(url)
  known.set(url, hosts)
  return hosts
}

function newHosts(url: string): Hosts {
  const urls = urlsOf(url)
  let at = 0
  const current = () => urls[at] ?? url
  return {
    urls,
    needsPrimary: /[?&]target_session_attrs=(read-write|primary)(&|$)/.test(url),
    current,
    failed: (which) => {
      if (which === current()) at = (at + 1) % urls.length
    },
  }
}

/** Tries each server once, beginning with the one that worked last. */
export async function onSomeHost<T>(hosts: Hosts, connect: () => Promise<T>, tries = hosts.urls.length): Promise<T> {
  try {
    return await connect()
  } catch (error) {
    if (tries <= 1) throw error
    return onSomeHost(hosts, connect, tries - 1)
  }
}
