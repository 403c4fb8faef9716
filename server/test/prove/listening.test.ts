import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { runsWhere } from '../where.ts'
import { startWorld, until } from '../world.ts'

const CONNECTIONS = 200
const TURN = 5

/** Connects from another process, because this one is busy. */
const connectMany = (port: number) =>
  spawn(process.execPath, [
    '-e',
    `for (let n = 0; n < ${CONNECTIONS}; n++) require('net').connect(${port}, '127.0.0.1').on('error', () => {})`,
  ])

test.for(runsWhere(process.platform === 'linux', 'Linux, which shares connections out among listeners'))(
  'a busy turn of the event loop takes several new connections, not one',
  async () => {
    const world = await startWorld()
    let [accepted, turns, isOver] = [0, 0, false]
    world.app.server.on('connection', () => accepted++)
    const client = connectMany(Number(new URL(world.base).port))
    onTestFinished(() => void client.kill())
    const beBusy = () => {
      if (isOver) return
      if (accepted > 0 && accepted < CONNECTIONS) turns++
      for (const end = performance.now() + TURN; performance.now() < end;);
      setImmediate(beBusy)
    }
    beBusy()
    await until(() => accepted >= CONNECTIONS)
    isOver = true
    expect(turns).toBeLessThan(CONNECTIONS / 2)
  },
)
