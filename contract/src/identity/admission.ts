import * as z from 'zod/mini'
import { translated } from '../operations/translated.ts'
import { lineText } from '../text.ts'

/**
 * The first door: anyone, people with an invitation, people with an address at one of the domains, people with one of
 * the two, or people with both.
 */
export const joinRules = ['open', 'invitation', 'domain', 'either', 'both'] as const
export const JoinRule = z.enum(joinRules)
export type JoinRule = z.infer<typeof JoinRule>

const isDomain = /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/

/** A domain of email addresses. Subdomains count only if it begins with an asterisk, and then only they do. */
const Domain = z
  .string()
  .check(
    z.maxLength(253, 'At most {maximum} characters.'),
    z.regex(isDomain, 'Enter a domain such as example.org, or *.example.org for its subdomains.'),
  )

export const MOST_MEMBER_CODES = 10

export const MOST_QUESTIONS = 5

/** A question to applicants, in English, with the operator's translations. */
export const ApplicationQuestion = z.strictObject({ text: lineText(200), translations: translated(lineText(200)) })
export type ApplicationQuestion = z.infer<typeof ApplicationQuestion>

/** The numbers of people who fit that a waiting list can ask for, and the one it starts with. */
export const FEWEST_FITTING = 5
export const MOST_FITTING = 100
export const USUAL_FITTING = 30

/** Who may join. Without this section, anyone may. */
export const Admission = z
  .strictObject({
    join: JoinRule,
    domains: z.optional(z.array(Domain).check(z.maxLength(50, 'At most {maximum} domains.'))),
    /** People apply, and the team decides. Each invitation of the team says whether its people still do. */
    application: z.optional(
      z.strictObject({
        questions: z.array(ApplicationQuestion).check(z.maxLength(MOST_QUESTIONS, 'At most {maximum} questions.')),
        /** True if people with an address at one of the domains don't apply. */
        exceptDomains: z.optional(z.boolean()),
        /** True if people invited by members don't apply. */
        exceptInvited: z.optional(z.boolean()),
      }),
    ),
    /** People wait in their region until `least` people there would fit them, and they those people. */
    waitingList: z.optional(
      z.strictObject({
        least: z
          .int()
          .check(z.gte(FEWEST_FITTING, 'Enter {minimum} or more.'), z.lte(MOST_FITTING, 'Enter {maximum} or less.')),
      }),
    ),
    /** The number of people that each member may invite, with a code for each. */
    memberCodes: z.optional(
      z.int().check(z.gte(0, 'Enter {minimum} or more.'), z.lte(MOST_MEMBER_CODES, 'Enter {maximum} or less.')),
    ),
  })
  .check(
    z.refine(
      ({ join, domains }) => join === 'open' || join === 'invitation' || (domains !== undefined && domains.length > 0),
      { message: 'Add at least one domain.', path: ['domains'] },
    ),
  )
export type Admission = z.infer<typeof Admission>

/**
 * Where someone who has joined but hasn't been let in stands. In `waiting`, the team has put them on hold. In `region`,
 * they have done everything else, and wait for enough people who fit.
 */
export const AdmissionState = z.enum(['joining', 'applied', 'asked', 'waiting', 'declined', 'region'])
export type AdmissionState = z.infer<typeof AdmissionState>

/** The rules for which an invitation, or a domain, matters. */
export const rulesByInvitation: readonly JoinRule[] = ['invitation', 'either', 'both']
export const rulesByDomain: readonly JoinRule[] = ['domain', 'either', 'both']
