import type { JoinRule } from '@kindred/contract/identity/admission'
import type { Configuration, WordListName } from '@kindred/contract/operations/configuration'
import { languageNames, languages } from '@kindred/contract/languages'
import { useLingui } from '@lingui/react/macro'
import { usePlanWords } from '../../api/plan-words.ts'
import { isObject } from '../../api/failure.ts'
import { nameOf, shortened } from './differences.ts'
import { usePartNames } from './part-names.ts'
import { valueAt } from './refusals.ts'

/** The settings of a profile field. */
export function useFieldNames() {
  const { t } = useLingui()
  return {
    kind: t`Type`,
    hint: t`Hint`,
    unit: t`Unit`,
    options: t`Options`,
    min: t`From`,
    max: t`To`,
    asked: t`Asked`,
    required: t`Required`,
    audience: t`Widest audience`,
    filter: t`Search filter`,
    onProfile: t`Shown on profiles`,
    dealbreaker: t`Dealbreaker in Discover`,
    weight: t`Weight in compatibility`,
    sensitive: t`Sensitive`,
    retiredAt: t`Retired`,
  }
}

/** The values of a profile field’s settings. */
export function useFieldValues() {
  const { t } = useLingui()
  return {
    kind: {
      one: t`One of several options`,
      several: t`Several options`,
      text: t`Short text`,
      number: t({ message: 'Number', context: 'type of a field' }),
      'yes-no': t`Yes or no`,
    },
    asked: { joining: t`When joining`, later: t`Later, on the profile` },
    audience: {
      everyone: t`Everyone`,
      eligible: t`People who could match`,
      matches: t`Matches`,
      'only-me': t`Only the member`,
    },
    filter: { off: t`No filter`, free: t`For everyone`, premium: t`Part of Premium` },
  }
}

/** The values of further settings. Undefined stands for a setting that isn't set. */
export function useSettingValues(): Partial<Record<string, Partial<Record<string, string>>>> {
  const { t } = useLingui()
  return {
    join: useJoinNames(),
    units: { km: t`Kilometers`, miles: t`Miles`, undefined: t`Each member chooses` },
    firstMessage: { women: t`Women`, undefined: t`Anyone` },
    dailyLikes: { unlimited: t`Unlimited likes for everyone` },
    face: {
      figtree: t`Figtree for everything`,
      system: t`The fonts of each reader’s device`,
      undefined: t`Bricolage Grotesque and Figtree`,
    },
  }
}

export function useJoinNames(): Record<JoinRule, string> {
  const { t } = useLingui()
  return {
    open: t`Anyone`,
    invitation: t`People with an invitation`,
    domain: t`People with an email address at your domains`,
    either: t`People with an invitation or an address`,
    both: t`People with an invitation and an address`,
  }
}

/** The names of settings within a section, for fields and for lists of changes. */
export function useLeafNames(): Partial<Record<string, string>> {
  const { t } = useLingui()
  return {
    ...usePlanWords(),
    ...useFieldNames(),
    prompts: t`Prompts`,
    interests: t`Suggested interests`,
    intentions: t`Intentions`,
    genders: t`Genders`,
    basics: t`Basics`,
    ownGenders: t`Members can use their own words`,
    shownTo: t`Shown to people looking for`,
    offered: t`Offered`,
    name: t`Name`,
    title: t`Title`,
    text: t`Text`,
    code: t({ message: 'Code', context: 'canned reply' }),
    label: t({ message: 'Label', context: 'marketing' }),
    value: t({ message: 'Figure', context: 'marketing' }),
    address: t`Postal address`,
    representative: t`Represented by`,
    email: t`Email`,
    phone: t`Phone`,
    register: t`Register and number`,
    taxNumber: t`Tax number`,
    controller: t`Data controller`,
    dataProtectionContact: t`Data protection contact`,
    terms: t`Terms`,
    privacy: t`Privacy Policy`,
    faqs: t`FAQs`,
    help: t`Help Center`,
    safety: t`Safety Tips`,
    pages: t`Own pages`,
    slug: t`Address`,
    from: t({ message: 'Applies from', context: 'terms' }),
    isCorrection: t`Typo correction`,
    accent: t`Accent`,
    second: t`Second color`,
    face: t`Fonts`,
    logo: t`Logo`,
    logoOnDark: t`Logo on dark backgrounds`,
    icon: t`App icon`,
    welcome: t`Start page`,
    headline: t`Headline`,
    alt: t`Description of the photo`,
    picture: t`Photo`,
    preview: t`Photo for link previews`,
    languages: t`Offered languages`,
    default: t`Default language`,
    replacements: t`Your own words`,
    replacement: t`Your words`,
    subject: t`Subject`,
    opening: t({ message: 'Opening', context: 'email' }),
    closing: t({ message: 'Closing', context: 'email' }),
    minimumAge: t`Minimum age`,
    photosNeeded: t`Photos needed to be found`,
    dailyLikes: t`Likes per day without Premium`,
    place: t`One place for all`,
    city: t`City`,
    country: t`Country`,
    units: t`Show distances in`,
    distances: t`Distance limits`,
    firstMessage: t`Who writes first`,
    calls: t`Audio and video calls`,
    datePlans: t`Date plans`,
    voiceNotes: t`Voice notes in chat`,
    chatPhotos: t`Photos in chat`,
    photoChecks: t`Photo checks`,
    verifiedOnly: t`Only verified photos`,
    premium: t`Premium`,
    boosts: t`Boosts`,
    friends: t`Friends`,
    when: t`When it’s needed`,
    methods: t`Ways to show it`,
    issuers: t`Certificates of trusted issuers`,
    openid: t`An identity provider`,
    join: t`Open to`,
    domains: t`Email domains`,
    memberCodes: t`Invitations per member`,
    application: t`Application`,
    questions: t`Questions to applicants`,
    ours: t`Our questions`,
    own: t`Your questions`,
    answers: t`Answers`,
    oursRetiredAt: t`Retired`,
    exceptDomains: t`Not with an address at your domains`,
    exceptInvited: t`Not if a member invited them`,
    waitingList: t`Waiting list by region`,
    least: t`People who fit`,
  }
}

/**
 * The place of a setting in words, such as “What members may do › Minimum age”. What has no name stays as it is. Items
 * of lists are called by their own names if the document is known.
 */
export function usePathName(whole?: Configuration): (path: string) => string {
  const { t } = useLingui()
  const parts: Partial<Record<string, string>> = usePartNames()
  const leaves = useLeafNames()
  const lists: Partial<Record<string, readonly [string, string]>> = useListNames()
  const nameIn = (steps: readonly string[], at: number): string => {
    const [step = '', list] = [steps[at], steps[at - 1]]
    const language = languages.find((each) => each === step)
    if (language) return languageNames[language]
    if (/^\d+$/.test(step)) {
      const item = valueAt(whole, steps.slice(0, at + 1).join('.'))
      // The ID of a new item only stands for its name.
      const name = isObject(item) && nameOf('id' in item ? { ...item, id: '' } : item)
      if (name) return shortened(name)
      return list === 'options'
        ? t`Option ${Number(step) + 1}`
        : whole && list === 'fields'
          ? t`New field`
          : String(Number(step) + 1)
    }
    if (steps[0] === 'fields' && (step === 'label' || step === 'id'))
      return t({ message: 'Question', context: 'profile field' })
    return leaves[step] ?? lists[step]?.[0] ?? step
  }
  return (path) => {
    const steps = path.split('.').filter((step) => step !== 'configuration')
    const [part = ''] = steps
    const named = steps.flatMap((step, at) => {
      // An option is nothing but its label.
      const isOption = steps.at(-3) === 'options' && at === steps.length - 1
      return at === 0 || step === 'translations' || isOption ? [] : [nameIn(steps, at)]
    })
    return [parts[part] ?? part, ...named].join(' › ')
  }
}

/** The name of each word list, and the effect of a matching word. */
export function useListNames(): Record<WordListName, [name: string, effect: string]> {
  const { t } = useLingui()
  return {
    minors: [t`Child safety`, t`Makes a report critical, as does any mention of an age under 18.`],
    intimate: [t`Intimate images`, t`Makes a report critical.`],
    threats: [t`Threats to life`, t`Makes a report critical.`],
    fraud: [t`Scams`, t`Adds 35 points to a report’s priority.`],
    hate: [t`Hate speech`, t`Adds 30 points to a report’s priority.`],
    money: [t`Requests for money`, t`Recipients see a gentle warning.`],
    elsewhere: [
      t`Moving to another app`,
      t`Recipients see a gentle warning. Messages with a phone number also trigger one.`,
    ],
  }
}
