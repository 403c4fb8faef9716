import { shrunk } from '../../server/src/features/discovery/deck/rules.ts'
import { isThere, type Person } from './people.ts'
import type { World } from './worlds.ts'

export type Tally = { matches: number; cards: number; gone: number; unseenInWeeks: number[][] }

export type Outcome = {
  matches: number
  /** The Gini coefficient of daily exposure, for the worse side. */
  gini: number
  gone: number
  /** The share of likes that the less attractive half received and could have seen, but never saw. */
  lostLikes: number
  /** The share of active members who were shown to no one in a week, for the worse side. */
  unseen: number
  wait: number | null
  bots: number | null
  minority: number | null
  /** The exposure of a minority relative to other members who are liked equally often. */
  minorityOfEquals: number | null
  minorityMatches: number | null
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The Gini coefficient: 0 if all are equal, and 1 if one has everything. */
export function gini(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const sum = sorted.reduce((all, value) => all + value, 0)
  if (sum === 0) return 0
  const weighted = sorted.reduce((all, value, at) => all + value * (at + 1), 0)
  return (2 * weighted) / (sorted.length * sum) - (sorted.length + 1) / sorted.length
}

const A_WEEK = 7

function perDay({ exposure, joins, leaves }: Person, days: number): number {
  return exposure / Math.max(1, Math.min(days, leaves) - Math.max(0, joins))
}

/** Of the likes at least a week old whose receiver has visited since: how many were never seen, and the total. */
function lostLikesOf(side: readonly Person[], people: readonly Person[], days: number): [lost: number, all: number] {
  const ordered = side.filter(({ isBot }) => !isBot).toSorted((a, b) => a.attractiveness - b.attractiveness)
  let [lost, all] = [0, 0]
  for (const person of ordered.slice(0, Math.floor(ordered.length / 2)))
    for (const [at, day] of person.likedBy) {
      const came = person.visits.some((visit) => visit > day)
      const seen = (person.chosen[at] ?? -1) >= 0
      if (!came || day >= days - A_WEEK || people[at]?.isBot) continue
      all++
      if (!seen) lost++
    }
  return [lost, all]
}

const EQUALS = 15

function exposureOfEquals(some: readonly Person[], others: readonly Person[]): number {
  const liked = ({ gotLikes, got }: Person) => shrunk(gotLikes, got)
  const equalsOf = (one: Person) =>
    others
      .filter(({ isWoman }) => isWoman === one.isWoman)
      .map((other) => ({ other, apart: Math.abs(liked(other) - liked(one)) }))
      .toSorted((a, b) => a.apart - b.apart)
      .slice(0, EQUALS)
  const expected = some.map((one) => mean(equalsOf(one).map(({ other }) => other.exposure)))
  return mean(some.map(({ exposure }) => exposure)) / mean(expected)
}

export function outcomeOf(world: World, people: readonly Person[], tally: Tally): Outcome {
  const { days } = world
  const sides = [true, false].map((isWoman) => people.filter((person) => person.isWoman === isWoman))
  const stays = people.filter((person) => isThere(person, days - 1) && !person.isBot)
  const lost = sides.map((side) => lostLikesOf(side, people, days))
  const sum = (at: 0 | 1) => lost.reduce((all, each) => all + each[at], 0)
  const newcomers = stays.filter(({ joins }) => joins >= 0)
  const waits = newcomers.map(({ firstMatch, joins }) => (firstMatch === null ? days : firstMatch - joins))
  const exposureOf = (some: readonly Person[]) => mean(some.map((person) => perDay(person, days)))
  const men = stays.filter(({ isWoman }) => !isWoman)
  const bots = people.filter(({ isBot }) => isBot)
  const minority = stays.filter(({ isMinority }) => isMinority)
  const majority = stays.filter(({ isMinority }) => !isMinority)
  const matchesOf = (some: readonly Person[]) => mean(some.map(({ matches }) => matches))
  return {
    matches: (2 * tally.matches) / Math.max(1, stays.length),
    gini: Math.max(
      ...[true, false].map((isWoman) =>
        gini(stays.filter((person) => person.isWoman === isWoman).map((person) => perDay(person, days))),
      ),
    ),
    gone: tally.gone / tally.cards,
    lostLikes: sum(0) / Math.max(1, sum(1)),
    unseen: Math.max(...[0, 1].map((side) => mean(tally.unseenInWeeks.map((week) => week[side] ?? 0)))),
    wait: newcomers.length > 0 ? median(waits) : null,
    bots: bots.length > 0 ? exposureOf(bots) / exposureOf(men) : null,
    minority: minority.length > 0 ? exposureOf(minority) / exposureOf(majority) : null,
    minorityOfEquals: minority.length > 0 ? exposureOfEquals(minority, majority) : null,
    minorityMatches: minority.length > 0 ? matchesOf(minority) / matchesOf(majority) : null,
  }
}
