import { expect } from 'vitest'
import type { World } from './world.ts'

export async function metricsOf(world: World): Promise<string> {
  const answer = await world.request('/metrics')
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The value of a series, or undefined if the series is missing. */
export function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}
