import { lazy, type ComponentType } from 'react'
import { Names, Prices, Trials, YourTurn } from './general.tsx'
import type { Refused } from './refusals.ts'
import type { SectionId } from './sections.ts'
import type { Editing, Loading } from './use-configuration.ts'

// Sections load when they are opened, except those that most people see first.
const OperatorDetails = lazy(() => import('./operator-details.tsx').then((all) => ({ default: all.OperatorDetails })))
const Stats = lazy(() => import('./marketing-stats.tsx').then((all) => ({ default: all.Stats })))
const Rules = lazy(() => import('./texts.tsx').then((all) => ({ default: all.Rules })))
const Replies = lazy(() => import('./texts.tsx').then((all) => ({ default: all.Replies })))
const WordLists = lazy(() => import('./word-lists.tsx').then((all) => ({ default: all.WordLists })))
const OwnTexts = lazy(() => import('./own-texts.tsx').then((all) => ({ default: all.OwnTexts })))
const LookSection = lazy(() => import('./look.tsx').then((all) => ({ default: all.LookSection })))
const ProfileFieldList = lazy(() => import('./profile-fields.tsx').then((all) => ({ default: all.ProfileFieldList })))
const QuestionList = lazy(() => import('./questions.tsx').then((all) => ({ default: all.QuestionList })))
const Recipes = lazy(() => import('./recipes.tsx').then((all) => ({ default: all.Recipes })))
const TextsAndLanguages = lazy(() =>
  import('./texts-and-languages.tsx').then((all) => ({ default: all.TextsAndLanguages })),
)
const EmailsAndPushes = lazy(() => import('./emails-and-pushes.tsx').then((all) => ({ default: all.EmailsAndPushes })))
const MemberRules = lazy(() => import('./members.tsx').then((all) => ({ default: all.MemberRules })))
const ProfileValueLists = lazy(() => import('./profile-values.tsx').then((all) => ({ default: all.ProfileValueLists })))
const ProofOfAge = lazy(() => import('./proof-of-age.tsx').then((all) => ({ default: all.ProofOfAge })))
const WhoMayJoin = lazy(() => import('./who-may-join.tsx').then((all) => ({ default: all.WhoMayJoin })))

export const sectionBodies: Record<SectionId, ComponentType<Editing & Loading & Refused>> = {
  name: Names,
  operator: OperatorDetails,
  documents: OwnTexts,
  look: LookSection,
  texts: TextsAndLanguages,
  emails: EmailsAndPushes,
  admission: WhoMayJoin,
  age: ProofOfAge,
  house: MemberRules,
  prices: Prices,
  trials: Trials,
  turn: YourTurn,
  stats: Stats,
  fields: ProfileFieldList,
  values: ProfileValueLists,
  questions: QuestionList,
  rules: Rules,
  replies: Replies,
  words: WordLists,
  recipes: Recipes,
}
