import { ApiError, type Configuration, type EmailWords, type emails, message } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Handlers } from '../../../http/mount.ts'
import { hours } from '../../../infra/clock.ts'
import { encrypt } from '../../../infra/keys.ts'
import { write } from '../../../infra/language/write.ts'
import { formatsIn } from '../../../infra/zones.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { configurationOf } from '../../operations/index.ts'
import type { LetterKind } from './letter-kinds.ts'
import { renderLetter } from './letters.ts'
import { type MailBody, senderIn } from './mail.ts'
import { addMail } from './queries.ts'
import { INVENTED_NAME, sampleDetails } from './samples.ts'

type Sample = { kind: LetterKind; language: Language; words: EmailWords }
type Setting = { configuration: Configuration; now: Date; publicUrl: string }

/** An email with invented details, whose links lead to the start page. */
function renderSample({ kind, language, words }: Sample, { configuration, now, publicUrl }: Setting) {
  const to = { language, gender: null, firstName: INVENTED_NAME, formats: formatsIn('UTC', language) }
  return renderLetter(kind, sampleDetails(now, publicUrl)[kind], { ...senderIn(configuration), ...to }, words)
}

const IS_TEST = message('This is a test. Its details are invented.')
const PER_HOUR = 20

export const emailHandlers: Handlers<typeof emails> = {
  previewEmail: async (context, { body }) => {
    const { clock, config } = context
    const configuration = await configurationOf(context)
    const { subject, text } = renderSample(body, { configuration, now: clock.now(), publicUrl: config.PUBLIC_URL })
    return { data: { subject, text } }
  },
  sendTestEmail: async (context, { body }) => {
    const { account } = context.viewer
    const recipient = account.email
    if (!recipient) throw new ApiError('invalid_request', 'Your account has no email address.')
    await context.budgets.spend([{ key: `test-email:${account.id}`, limit: PER_HOUR, within: hours(1) }])
    const configuration = await configurationOf(context)
    const opening = [write(body.language, IS_TEST), body.words.opening].filter(Boolean).join('\n')
    const sample = { ...body, words: { ...body.words, opening } }
    await unitOfWork(context, asStaff(account.id), async ({ tx, now, jobs, keys, config }) => {
      const { subject, ...texts } = renderSample(sample, { configuration, now, publicUrl: config.PUBLIC_URL })
      const mailId = await addMail(tx, {
        account_id: account.id,
        kind: 'test',
        recipient,
        subject,
        body: encrypt(keys, 'mail', JSON.stringify(texts satisfies MailBody)),
        created_at: now,
      })
      await jobs.add(tx, 'send-mail', { mailId })
    })
    return { sent: true }
  },
}
