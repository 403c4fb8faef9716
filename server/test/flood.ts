import { SOCKET_PATH } from '@kindred/contract'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import WebSocket from 'ws'

// The attack of server/test/prove/one-caller.test.ts, in a process of its own, so that it doesn't slow down those who
// measure: requests for decks with the tokens from the standard input, and refused tokens over websockets.

const { values } = parseArgs({ options: { base: { type: 'string', default: '' } } })
const CONNECTIONS = 40
const [FRAMES_PER_SECOND, BURSTS_PER_SECOND] = [20_000, 10]

async function requestDecks(tokens: readonly string[], connection: number): Promise<never> {
  for (let n = connection; ; n += CONNECTIONS) {
    const headers = { authorization: `Bearer ${tokens[n % tokens.length]}` }
    await fetch(`${values.base}/api/v1/discovery?limit=100`, { headers }).then((answer) => answer.text())
  }
}

async function sendFrames(): Promise<never> {
  for (;;) {
    const socket = new WebSocket(`${values.base.replace('http', 'ws')}${SOCKET_PATH}/?EIO=4&transport=websocket`)
    socket.on('error', () => {})
    socket.once('open', () => {
      for (let n = 0; n < FRAMES_PER_SECOND / BURSTS_PER_SECOND; n++) socket.send('40{"token":"nonsense"}')
    })
    await pause(1000 / BURSTS_PER_SECOND)
  }
}

const tokens = JSON.parse(await text(process.stdin)) as string[]
await Promise.all([sendFrames(), ...Array.from({ length: CONNECTIONS }, (_, n) => requestDecks(tokens, n))])
