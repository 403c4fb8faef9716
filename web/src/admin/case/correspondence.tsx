import { Byline, UserText } from '../../ui/user-text.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Bubble } from './bubble.tsx'

type Letter = { _id: string; byStaff: boolean; author: string; message: string; at: string }

/** What the team and a person have written to each other. */
export function Correspondence({ messages }: { messages: readonly Letter[] }) {
  const { dayAndTime } = useFormats()
  return messages.map(({ _id, byStaff, author, message, at }) => (
    <Bubble
      key={_id}
      side={byStaff ? 'end' : 'start'}
      tone={byStaff ? 'staff' : 'plain'}
      caption={<Byline by={author} when={dayAndTime(at)} />}
    >
      <UserText>{message}</UserText>
    </Bubble>
  ))
}
