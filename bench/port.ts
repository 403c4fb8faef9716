import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server listens at no port.')
  return address.port
}

export async function portFrom(child: ChildProcess): Promise<number> {
  const [port]: unknown[] = await once(child, 'message')
  if (typeof port !== 'number') throw new Error('The server did not say where it listens.')
  return port
}
