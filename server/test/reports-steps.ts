import type { Person } from './people.ts'

export const sendReport = async ({ client }: Person, more: object = {}) =>
  (
    await client.createReport({
      body: { problem_type: 'Harassment', description: 'Writes to me again and again.', ...more },
    })
  ).data.report
