import { message, type MessageDescriptor } from '@kindred/contract'
import { nameOutside } from '../../../infra/names.ts'
import type { MailInput, Notice } from '../../delivery/index.ts'

type About = { subjectId: string; firstName: string }
type Reader = { id: string; answered: boolean }

/**
 * Includes only what concerns the reader: nothing about what the person did to others, the reporters, or the number of
 * recipients.
 */
export function mailTo({ id, answered }: Reader, { subjectId, firstName }: About): MailInput<'fraud-warning'> {
  const name = nameOutside(firstName)
  return {
    to: id,
    kind: 'fraud-warning',
    about: [subjectId],
    details: {
      write: ({ brand, support }) => ({
        subject: message('A warning about {name}', { name }),
        lines: [
          answered
            ? message('We banned {name}, who you exchanged messages with on {brand}.', { name, brand })
            : message('We banned {name}, who sent you messages on {brand}.', { name, brand }),
          message('They may have used a false identity, or tried to get money from people.'),
          message(
            'Never send money, gift cards or crypto to someone you met online, and don’t share bank details or ' +
              'passwords. If they contact you anywhere else, don’t answer.',
          ),
          ...(answered
            ? [
                message(
                  'Have you sent money or shared personal details? Call your bank and the police now, and write to ' +
                    '{support}.',
                  { support },
                ),
              ]
            : []),
        ],
      }),
    },
  }
}

export const topicOf = (decisionId: string): string => `fraud:${decisionId}`

/** The end of a ban whose warnings went out. Lifting it doesn't mean that it was wrong. */
export type BanEnd = 'lifted' | 'overturned'

type Correction = About & { end: BanEnd }

/** Sent after the ban was overturned or lifted. It leaves out the reason. */
export function correctionTo(readerId: string, { subjectId, firstName, end }: Correction): MailInput<'fraud-warning'> {
  const name = nameOutside(firstName)
  const wasWrong = end === 'overturned'
  return {
    to: readerId,
    kind: 'fraud-warning',
    about: [subjectId],
    details: {
      write: () => ({
        subject: wasWrong ? message('We were wrong about {name}', { name }) : banEnded(name),
        lines: [
          message('We banned {name} and warned you about them.', { name }),
          wasWrong
            ? message('We’ve looked into it again: the ban was a mistake, and we’ve lifted it. We’re sorry.')
            : message('We’ve lifted this ban.'),
          message('You don’t have to do anything. Our advice about money still applies to anyone you meet online.'),
        ],
      }),
    },
  }
}

const banEnded = (name: string | MessageDescriptor) => message('We’ve lifted the ban on {name}', { name })

export function correctionNoticeTo(
  readerId: string,
  { subjectId, firstName, decisionId, end }: Correction & { decisionId: string },
): Notice {
  const name = nameOutside(firstName)
  return {
    to: readerId,
    about: subjectId,
    kind: 'security',
    topic: `fraud-correction:${decisionId}`,
    details: {
      ...(end === 'overturned'
        ? message('Our warning about {name} was a mistake, and we’ve lifted the ban. We’re sorry.', { name })
        : banEnded(name)),
      link: '/safety',
    },
  }
}

export const noticeTo = ({ id }: Reader, { subjectId, firstName }: About, decisionId: string): Notice => ({
  to: id,
  about: subjectId,
  kind: 'security',
  topic: topicOf(decisionId),
  details: {
    ...message('We banned {name}, who sent you messages. Never send money to someone you met online.', {
      name: nameOutside(firstName),
    }),
    link: '/safety',
  },
})
