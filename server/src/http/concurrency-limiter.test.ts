import { expect, test } from 'vitest'
import { openLimiter } from './concurrency-limiter.ts'

const limits = { atOnce: 4, perCall: 3, perCaller: 2, spare: 2, cost: 10 }

/** A lane with a clock that the test moves, and a log of admitted requests. */
function lane(isBehind = () => false) {
  let time = 0
  const open = openLimiter(limits, 2000, isBehind, () => time)
  const outcomes: string[] = []
  /** By default, each request has a caller of its own. */
  const enter = (name: string, call = 'deck', caller = name) =>
    open.enter({ call, caller }, (admitted) => outcomes.push(`${name} ${admitted ? 'in' : 'out'}`))
  return { ...open, enter, outcomes, pass: (milliseconds: number) => (time += milliseconds) }
}

test('a few tasks start at once, and the others follow in order as slots free up', () => {
  const { enter, outcomes } = lane()
  const [a, b] = ['a', 'b', 'c', 'd', 'e'].map((name) => enter(name))
  expect(outcomes).toEqual(['a in', 'b in', 'c in'])
  a!()
  expect(outcomes).toEqual(['a in', 'b in', 'c in', 'd in'])
  b!()
  b!()
  expect(outcomes).toEqual(['a in', 'b in', 'c in', 'd in', 'e in'])
})

test('one call that hangs leaves room for the others', () => {
  const { enter, outcomes } = lane()
  for (const name of ['a', 'b', 'c', 'd']) enter(name)
  enter('other', 'list')
  expect(outcomes).toEqual(['a in', 'b in', 'c in', 'other in'])
})

test('a task that would finish too late is refused at once, judged by recent durations', () => {
  const { enter, outcomes, pass } = lane()
  for (let n = 0; n < 30; n++) {
    const leave = enter(`slow ${n}`)
    pass(400)
    leave()
  }
  outcomes.length = 0
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) enter(name)
  // Two may always wait. A third would begin when half of the deadline is over.
  expect(outcomes).toEqual(['a in', 'b in', 'c in', 'f out', 'g out'])
})

test('a queued request whose client has left is never started', () => {
  const { enter, outcomes, figures } = lane()
  const [a, , , d] = ['a', 'b', 'c', 'd', 'e'].map((name) => enter(name))
  d!()
  a!()
  expect(outcomes).toEqual(['a in', 'b in', 'c in', 'e in'])
  expect(figures()).toEqual({ running: 3, waiting: 0 })
})

test('nothing waits past the deadline', () => {
  const { enter, outcomes, pass, sweep } = lane()
  for (const name of ['a', 'b', 'c', 'd']) enter(name)
  pass(1900)
  enter('e')
  sweep()
  expect(outcomes).not.toContain('d out')
  pass(100)
  sweep()
  expect(outcomes.slice(3)).toEqual(['d out'])
})

test('while the process lags nothing is queued, and what fits still starts', () => {
  const { enter, outcomes } = lane(() => true)
  for (const name of ['a', 'b', 'c', 'd']) enter(name)
  enter('other', 'list')
  expect(outcomes).toEqual(['a in', 'b in', 'c in', 'd out', 'other in'])
})

test('while the process lags, a caller that asks rarely still takes the place of a busy one', () => {
  let isLagging = false
  const { enter, outcomes } = lane(() => isLagging)
  for (let n = 0; n < 9; n++) enter(`before ${n}`, 'deck', 'ghost')()
  const [first] = ['a', 'b', 'c', 'd'].map((name) => enter(name))
  enter('busy', 'deck', 'ghost')
  isLagging = true
  outcomes.length = 0
  enter('ada')
  first!()
  first!()
  expect(outcomes).toEqual(['busy out', 'd in'])
})

test('each caller runs its share at once, and its other requests wait', () => {
  const { enter, outcomes } = lane()
  const [first] = ['a', 'b', 'c', 'd'].map((name) => enter(name, 'deck', 'ghost'))
  expect(outcomes).toEqual(['a in', 'b in'])
  enter('e', 'deck', 'ada')
  expect(outcomes).toEqual(['a in', 'b in', 'e in'])
  first!()
  expect(outcomes).toEqual(['a in', 'b in', 'e in', 'c in'])
})

test('a free slot goes to the caller with the fewest recent requests', () => {
  const { enter, outcomes, pass } = lane()
  for (let n = 0; n < 9; n++) enter(`before ${n}`, 'deck', 'ghost')()
  const ends = ['x', 'y', 'z'].map((name) => enter(name))
  outcomes.length = 0
  enter('ghost', 'deck', 'ghost')
  enter('ada', 'deck', 'ada')
  ends[0]!()
  expect(outcomes).toEqual(['ada in'])
  ends[1]!()
  expect(outcomes).toEqual(['ada in', 'ghost in'])
  // What was long ago counts for nothing.
  pass(600_000)
  enter('ghost again', 'deck', 'ghost')
  for (let n = 0; n < 3; n++) enter(`busy ${n}`, 'list', 'busy')()
  enter('busy', 'deck', 'busy')
  ends[2]!()
  expect(outcomes.slice(2).filter((each) => /ghost|busy in/.test(each))).toEqual(['ghost again in'])
})

test('a caller that fills the queue is refused, and makes room for others', () => {
  const { enter, outcomes, pass } = lane()
  for (let n = 0; n < 30; n++) {
    const leave = enter(`slow ${n}`)
    pass(400)
    leave()
  }
  for (const name of ['x', 'y', 'z']) enter(name)
  outcomes.length = 0
  for (const name of ['a', 'b', 'c', 'd']) enter(name, 'deck', 'x')
  expect(outcomes).toEqual(['c out', 'd out'])
  enter('ada')
  expect(outcomes).toEqual(['c out', 'd out', 'b out'])
})
