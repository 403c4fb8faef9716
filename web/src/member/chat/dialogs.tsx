import type { Message } from '@kindred/contract/chat/conversations'
import type { Match } from '@kindred/contract/matching/matches'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import BlockDialog from '../reports/block-dialog.tsx'
import ReportDialog from '../reports/report-dialog.tsx'
import UnmatchDialog from './unmatch-dialog.tsx'

/** A dialog about the match or one of its messages. */
export type Open = 'unmatch' | 'report' | 'block' | { report: Message }

export default function Dialogs({ match, open, onClose }: { match: Match; open: Open; onClose: () => void }) {
  const { _id: id, firstName: name } = match.user
  const leave = () => void navigate({ to: paths.matches })
  if (open === 'unmatch') return <UnmatchDialog match={match} onClose={onClose} onLeft={leave} />
  if (open === 'block') return <BlockDialog person={{ id, name }} onClose={onClose} onBlocked={leave} />
  const message = typeof open === 'object' ? open.report : undefined
  return <ReportDialog person={{ id, name }} message={message} onClose={onClose} onBlocked={leave} />
}
