import type { Work } from '../../../work.ts'
import type { LetterKind } from '../mail/letter-kinds.ts'
import { type MailInput, queueMail } from '../mail/queue-mail.ts'
import { type Notice, record } from './record.ts'

type Announced<K extends LetterKind> = { notice: Notice; mail: MailInput<K> }

export async function recordAndMail<K extends LetterKind>(
  work: Work<'config' | 'bus' | 'jobs' | 'keys'>,
  announced: readonly Announced<K>[],
): Promise<void> {
  for (const { mail } of announced) await queueMail(work, mail)
  await record(work, ...announced.map(({ notice }) => notice))
}
