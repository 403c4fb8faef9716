import type { Server } from 'node:net'

/** The port of a server that listens, also where the system chose it. */
export function listeningPort(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.')
  return address.port
}
