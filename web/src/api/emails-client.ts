import { callsOf } from '@kindred/contract/calls'
import type { Language } from '@kindred/contract/languages'
import { type EmailKind, emails, type EmailWords } from '@kindred/contract/operations/emails'
import { send } from './send.ts'

const client = callsOf(emails, send)

type Sample = { kind: EmailKind; language: Language; words: EmailWords }

export const previewEmail = (body: Sample) => client.previewEmail({ body })
export const sendTestEmail = (body: Sample) => client.sendTestEmail({ body })
