import { expect, test } from 'vitest'
import { hearCall, startCall, type WantedCall, whenCallStarts } from './start-call.ts'

const told = (step: 'asked' | 'ended', callId: string) =>
  hearCall({ type: 'call', step, matchId: 'ada-and-ben', callId, data: '' })

function showing() {
  const shown: WantedCall[] = []
  return { shown, stop: whenCallStarts((call) => void shown.push(call)) }
}

test('a call that comes before the code that shows calls waits for it, unless it has ended', () => {
  told('asked', 'first')
  const one = showing()
  expect(one.shown).toEqual([{ matchId: 'ada-and-ben', callId: 'first' }])
  told('asked', 'second')
  expect(one.shown).toHaveLength(2)
  one.stop()
  told('asked', 'third')
  told('ended', 'third')
  const other = showing()
  expect(other.shown).toEqual([])
  other.stop()
  startCall({ matchId: 'ada-and-ben' })
  const last = showing()
  expect(last.shown).toEqual([{ matchId: 'ada-and-ben' }])
  last.stop()
})
