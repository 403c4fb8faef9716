import { expect, test } from 'vitest'
import { handleCallEvent, startCall, type CallRequest, whenCallStarts } from './start-call.ts'

const event = (step: 'asked' | 'ended', callId: string) =>
  handleCallEvent({ type: 'call', step, matchId: 'ada-and-ben', callId, data: '' })

function showing() {
  const shown: CallRequest[] = []
  return { shown, stop: whenCallStarts((call) => void shown.push(call)) }
}

test('a call that comes before the code that shows calls waits for it, unless it has ended', () => {
  event('asked', 'first')
  const one = showing()
  expect(one.shown).toEqual([{ matchId: 'ada-and-ben', callId: 'first' }])
  event('asked', 'second')
  expect(one.shown).toHaveLength(2)
  one.stop()
  event('asked', 'third')
  event('ended', 'third')
  const other = showing()
  expect(other.shown).toEqual([])
  other.stop()
  startCall({ matchId: 'ada-and-ben' })
  const last = showing()
  expect(last.shown).toEqual([{ matchId: 'ada-and-ben' }])
  last.stop()
})
