import { say } from '@kindred/contract'
import { nameOutside } from '../../../infra/names.ts'
import type { MailInput, Notice } from '../../delivery/index.ts'

type About = { subjectId: string; firstName: string }
type Reader = { id: string; answered: boolean }

/**
 * The warning for a reader. It says only what concerns them: not what the person did to others, who reported them, or
 * how many there are.
 */
export function mailTo({ id, answered }: Reader, { subjectId, firstName }: About): MailInput<'fraud-warning'> {
  const name = nameOutside(firstName)
  return {
    to: id,
    kind: 'fraud-warning',
    about: [subjectId],
    details: {
      write: ({ brand, support }) => ({
        subject: say('A warning about {name}', { name }),
        lines: [
          answered
            ? say('We banned {name}, who you exchanged messages with on {brand}.', { name, brand })
            : say('We banned {name}, who sent you messages on {brand}.', { name, brand }),
          say('They may have used a false identity, or tried to get money from people.'),
          say(
            'Never send money, gift cards or crypto to someone you met online, and don’t share bank details or ' +
              'passwords. If they contact you anywhere else, don’t answer.',
          ),
          ...(answered
            ? [
                say(
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

/** The same in the app, in one sentence. */
export const noticeTo = ({ id }: Reader, { subjectId, firstName }: About, decisionId: string): Notice => ({
  to: id,
  about: subjectId,
  kind: 'security',
  topic: `fraud:${decisionId}`,
  details: {
    ...say('We banned {name}, who sent you messages. Never send money to someone you met online.', {
      name: nameOutside(firstName),
    }),
    link: '/safety',
  },
})
