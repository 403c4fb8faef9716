import { BaseSequencer, type TestSpecification } from 'vitest/node'

// A slow file that starts last and mostly waits would delay the end of the run, so such files start first.

/** The slowest server tests, which mostly wait for servers, jobs and clocks. */
const longest = [
  'billing/payment-kills',
  'operations/backup',
  'operations/operator',
  'delivery/push',
  'platform/interference',
  'platform/lasting-keys',
  'platform/kills',
  'moderation/notice-kills',
  'platform/fuzz',
  'platform/input',
  'profiles/picture-worker',
  'platform/access',
  'moderation/roles',
  'delivery/mail-sweep',
].map((name) => `/server/test/${name}.test.ts`)

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(name))
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
