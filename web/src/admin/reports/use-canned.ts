import type { Report } from '@kindred/contract/moderation/report'
import { useQuery } from '@tanstack/react-query'
import { readQuery } from '../../api/queries.ts'
import { useSettings } from '../../api/settings.ts'
import { backOffice } from '../../api/staff-client.ts'
import { shortId } from './short-id.ts'

export function useCanned(report: Report) {
  const { brand } = useSettings()
  const language = report.user.language ?? 'en'
  const { data, isPending } = useQuery(
    readQuery(['listCannedReplies', language], () => backOffice.listCannedReplies({ query: { language } })),
  )
  const values: Record<string, string> = {
    name: report.user.name.split(' ')[0] ?? '',
    report: shortId(report._id),
    brand,
  }
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  const canned = (data?.data.replies ?? []).map((reply) => ({ ...reply, text: filled(reply.text) }))
  const expand = (text: string): string =>
    text.replace(/(^|\s)\/([a-z0-9-]{1,20})\s$/, (whole, before: string, typed: string) => {
      const found = canned.find(({ code }) => code === typed)
      return found ? `${before}${found.text} ` : whole
    })
  return { canned, isPending, expand }
}
