import type { Message } from '@kindred/contract'
import { expect, test } from 'vitest'
import { oneAddress, SECRET, serverProcess } from '../processes.ts'
import { proof, rounds } from '../proofs.ts'
import { askUntilAnswered, reader } from '../reader.ts'
import { startWorld, until, type World } from '../world.ts'

// People write to each other while their servers are killed.

/** Starting servers takes a while on a busy machine. */
const LONG = 1_200_000

type Pair = { id: string; tokens: [string, string] }

/** A writer who repeats each message with the same id until it is acknowledged. */
async function write(base: string, pair: Pair, count: number, every: number, acknowledged: Map<string, number>) {
  for (let n = 0; n < count; n++) {
    const clientId = `${pair.id}-${n}`
    const body = { clientId, text: `Number ${n}` }
    const { data } = await askUntilAnswered<{ data: { message: Message } }>(
      { base, token: pair.tokens[0] },
      `/matches/${pair.id}/messages`,
      body,
    )
    acknowledged.set(clientId, data.message.seq)
    await new Promise((resolve) => setTimeout(resolve, every * Math.random() * 2))
  }
}

async function pairsOf(world: World, count: number): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let n = 0; n < count; n++) {
    const [ada, ben] = await Promise.all([world.dater(), world.dater({ firstName: 'Ben' })])
    pairs.push({ id: await world.matched(ada, ben), tokens: [ada.token, ben.token] })
  }
  return pairs
}

test.each([
  ['one server', 1],
  ['two servers behind one address', 2],
])(
  '%s, killed repeatedly: acknowledged messages are stored once and read once by everyone',
  async (_what, servers) => {
    const world = await startWorld({ env: { TOKEN_SECRET: SECRET } })
    const pairs = await pairsOf(world, rounds(4, 250))
    const processes = await Promise.all(Array.from({ length: servers }, () => serverProcess(world)))
    const base = await oneAddress(processes.map(({ port }) => port))
    const readers = pairs.flatMap((pair) => pair.tokens.map((token) => reader({ base, token }, pair.id)))
    const [each, kills] = [rounds(8, 24), rounds(1, 10)]
    const acknowledged = new Map<string, number>()
    // In a proof, these are fifty messages per second.
    const writing = Promise.all(pairs.map((pair) => write(base, pair, each, rounds(300, 5000), acknowledged)))
    const total = pairs.length * each
    for (let n = 1; n <= kills; n++) {
      const enough = (total * n) / (kills + 1)
      await until(() => acknowledged.size >= enough, 300_000)
      const process = processes[n % servers]!
      await process.kill()
      await process.start()
    }
    await writing
    await Promise.all(readers.map(({ catchUp }) => catchUp()))
    const whole = Array.from({ length: each }, (_, n) => n + 1)
    expect(acknowledged.size).toBe(total)
    for (const pair of pairs) {
      const numbers = Array.from({ length: each }, (_, n) => acknowledged.get(`${pair.id}-${n}`)!)
      expect(numbers.toSorted((a, b) => a - b)).toEqual(whole)
    }
    for (const { read } of readers) expect(read).toEqual(whole)
    proof(
      `${readers.length} sockets, ${servers} server(s) killed ${kills} times: ${total} messages, each once, no gap, no duplicate`,
    )
  },
  LONG,
)
