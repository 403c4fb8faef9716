import { api, pathOf, type Route } from '@kindred/contract'
import { PREFIX } from '../src/app.ts'
import type { Person } from './people.ts'
import { inputsOfWaysIn } from './observed-ways-in.ts'
import { inputsOfPlans } from './observed-plans.ts'
import { inFuture } from '../../scripts/present.ts'
import { proving } from './proofs.ts'
import type { World } from './world.ts'

// Records everything a member can observe, i.e. each route's responses, so that two worlds can be compared.

export type CallName = keyof typeof api
export type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
/** The people of a world and their relations. Without a match, its ids are unused. */
export type Between = {
  viewer: Person
  other: Person
  bystander: Person
  matchId: string
  messageId: string
  ownId: string
  reportId: string
  questionId: string
  /** The viewer takes part in Friends. */
  befriends?: true
}
/** A route's input, or the reason it is left out, or the reason it refuses any input. */
export type Inputs =
  | ((between: Between) => Input[])
  | { leftOut: string }
  | { refuses: string; with: (between: Between) => Input[] }

const just = () => [{}]
const dayIn = (days: number) =>
  inFuture(days * 86_400_000)
    .toISOString()
    .slice(0, 10)
const withoutPlan = (ask: Input = {}) => ({ refuses: 'The person who asks has no such plan.', with: () => [ask] })
const upload = { leftOut: 'It takes a file of the person who asks, and reads nobody else.' }

const toOther = ({ other }: Between): Input[] => [{ params: { userId: other.user._id } }]
const ofMatch = ({ matchId }: Between): Input[] => [{ params: { id: matchId } }]
const ofMessage = ({ matchId, messageId }: Between) => ({ id: matchId, messageId })
const ofReport = ({ reportId }: Between): Input[] => [{ params: { id: reportId } }]

/** Every route available to members, with its input. A missing route fails the test. */
export const inputs: Partial<Record<CallName, Inputs>> = {
  ...inputsOfWaysIn,
  getStatus: just,
  login: ({ viewer, other }) => [
    { body: { email: viewer.email, password: viewer.password } },
    { body: { email: other.email, password: 'not the lantern' } },
  ],
  getProfile: just,
  getAdmission: just,
  getAge: just,
  listMyInvitations: just,
  createMyInvitation: { refuses: 'Members can’t invite here.', with: just },
  endMyInvitation: {
    refuses: 'The person who asks has no invitation.',
    with: () => [{ params: { id: '00000000-0000-4000-8000-000000000000' } }],
  },
  resendVerification: ({ other }) => [{ body: { email: other.email } }],
  forgotPassword: ({ other }) => [{ body: { email: other.email } }],
  listSessions: just,
  listConsents: just,
  setConsent: () => [{ params: { kind: 'special_category' }, body: { given: true } }],
  setLanguage: () => [{ body: { language: 'en' } }],
  exportOwnData: just,
  receiveGatewayEvent: { refuses: 'The payment gateway signs what it sends.', with: just },
  getPicture: {
    refuses: 'No session signed the address.',
    with: () => [{ params: { publicId: '0'.repeat(32), size: 'large' } }],
  },
  restoreAccount: { refuses: 'The account of the person who asks is not leaving.', with: just },
  getSecondFactor: just,
  stepUp: ({ viewer }) => [{ body: { password: viewer.password } }],
  completeProfile: () => [{ body: { bio: 'I keep bees.' } }],
  listFields: just,
  answerFields: () => [
    { body: { answers: {} } },
    { body: { answers: { faculty: { value: 'law' }, year: { value: 3 } } } },
  ],
  editProfile: () => [{ body: { bio: 'I keep bees and a boat.' } }],
  listPasskeys: just,
  uploadMedia: upload,
  uploadProfilePicture: upload,
  uploadPictures: upload,
  deletePicture: upload,
  deleteProfilePicture: upload,
  arrangePictures: upload,
  describePicture: upload,
  setLocation: () => [{ body: { city: 'Lisbon', country: 'Portugal' } }],
  searchPlaces: () => [{ query: { q: 'lis' } }],
  listTrips: just,
  planTrip: () => [{ body: { city: 'Porto', country: 'Portugal', from: dayIn(300), to: dayIn(301) } }],
  endTrip: {
    refuses: 'The person who asks has no such trip.',
    with: () => [{ params: { id: '00000000-0000-4000-8000-000000000000' } }],
  },
  showLastActive: { leftOut: 'It would end what the cases about presence compare.' },
  setPrivacy: () => [{ body: { units: 'miles' } }, { body: { units: 'km' } }],
  listBlocks: just,
  block: { leftOut: 'It ends what there is to see; what blocking tells is compared by a case of its own.' },
  unblock: toOther,
  listBlockedContacts: just,
  blockContacts: () => [
    { body: { contacts: [{ kind: 'email', bucket: 1, hash: 'A'.repeat(43), hint: 'n…@people.example' }] } },
  ],
  unblockContact: () => [{ params: { id: '00000000-0000-4000-8000-000000000000' } }],
  unblockContacts: { leftOut: 'It would end what the calls before it have blocked.' },
  addOwnNumber: () => [{ body: { number: '+351 912 345 678' } }],
  removeOwnNumber: () => [{ params: { id: '00000000-0000-4000-8000-000000000000' } }],
  getPerson: ({ other, bystander }) => [{ params: { id: other.user._id } }, { params: { id: bystander.user._id } }],
  listPeople: () => [{}, { query: { page: '1', limit: '1' } }],
  searchPeople: () =>
    [
      {},
      { minAge: '18', maxAge: '120' },
      { minAge: '30' },
      { maxAge: '40' },
      ...(proving ? ['2', '5', '10', '25', '50', '100', '160'] : ['2', '10']).map((distance) => ({ distance })),
      { city: 'Lisbon' },
      { online: 'true' },
      { verified: 'true' },
      { newHere: 'true' },
      ...['faculty:law', 'faculty:arts', 'year:1..5', 'faculty:law,year:1..12'].map((fields) => ({ fields })),
      { q: 'Ben' },
      { q: 'bees', gender: 'woman' },
      { intention: 'open', interests: 'choir', languages: 'English' },
    ].map((query) => ({ query })),
  getCompatibility: toOther,
  listSearches: just,
  saveSearch: () => [{ body: { name: 'Near the water', query: { distance: '5' } } }],
  changeSearch: {
    refuses: 'The person who asks has no such search.',
    with: () => [{ params: { id: '00000000-0000-4000-8000-000000000000' }, body: { alerts: true } }],
  },
  dropSearch: () => [{ params: { id: '00000000-0000-4000-8000-000000000000' } }],
  getPhotoCheck: just,
  askForPhotoCheck: just,
  sendPhotoCheck: upload,
  getPreferences: just,
  setPreferences: { leftOut: 'Asked by narrowings below, each with the deck and the counts that come of it.' },
  discover: () => [{}, { query: { limit: '1' } }, { query: { limit: '100' } }],
  getOrderReasons: ({ other, bystander }) => [other, bystander].map(({ user }) => ({ params: { userId: user._id } })),
  getFilterCosts: just,
  boost: { refuses: 'It is part of premium.', with: just },
  choose: ({ bystander }) => [
    { body: { userId: bystander.user._id, action: 'pass' } },
    { body: { userId: bystander.user._id, action: 'later' } },
  ],
  listSetAside: just,
  bringBack: ({ bystander }) => [{ params: { userId: bystander.user._id } }],
  undoChoice: just,
  getAllowance: just,
  listLikes: just,
  listGivenLikes: just,
  addNote: {
    refuses: 'The person who asks has sent no like.',
    with: (between) => toOther(between).map((input) => ({ ...input, body: { note: 'Do you row, too?' } })),
  },
  listFriends: { refuses: 'Friends is off, or the person who asks doesn’t take part.', with: just },
  getFriendPreferences: { refuses: 'Friends is off, except in the cases about it.', with: just },
  setFriendPreferences: { leftOut: 'Asked by narrowings, where the person who asks takes part.' },
  leaveFriends: { leftOut: 'It ends what there is to see; nothing of it is about others.' },
  chooseFriend: {
    refuses: 'Friends is off, or the person who asks doesn’t take part.',
    with: ({ bystander }) => [{ body: { userId: bystander.user._id, action: 'pass' } }],
  },
  undoFriendChoice: { refuses: 'The person who asks has chosen no one.', with: just },
  listMatches: just,
  listEndedMatches: just,
  getMatch: ofMatch,
  muteMatch: ({ matchId }) => [
    { params: { id: matchId }, body: { muted: true } },
    { params: { id: matchId }, body: { muted: false } },
  ],
  unmatch: { leftOut: 'It ends what there is to see.' },
  listQuestions: just,
  // With a single question answered, a hidden answer would show in the score as each answer is accepted in turn.
  answerQuestion: ({ questionId }) =>
    [0, 1].map((accepted) => ({
      params: { id: questionId },
      body: { answer: 0, accepted: [accepted], importance: 250, shown: true },
    })),
  withdrawAnswer: ({ questionId }) => [{ params: { id: questionId } }],
  listMessages: (between) => [
    { params: { id: between.matchId } },
    { params: { id: between.matchId }, query: { after: '0' } },
  ],
  sendMessage: ({ matchId }) => [
    { params: { id: matchId }, body: { clientId: '00000000-0000-4000-8000-00000000000c', text: 'Shall we walk?' } },
  ],
  editMessage: ({ matchId, ownId }) => [{ params: { id: matchId, messageId: ownId }, body: { text: 'Hello, you!' } }],
  deleteMessage: { refuses: 'The message is somebody else’s.', with: (between) => [{ params: ofMessage(between) }] },
  react: (between) => [{ params: ofMessage(between), body: { emoji: '👍' } }],
  readMessages: ({ matchId }) => [{ params: { id: matchId }, body: { seq: 1 } }],
  typing: ofMatch,
  searchMessages: () => [{ query: { q: 'hello' } }],
  listNotifications: just,
  readNotifications: () => [{ body: {} }],
  getNotificationSettings: just,
  setNotificationSettings: () => [{ body: {} }],
  subscribePush: { leftOut: 'Its keys are the browser’s; what is pushed is written down.' },
  unsubscribePush: { leftOut: 'It ends the pushes of a browser of the person who asks.' },
  createReport: ({ other }) => [
    { body: { problem_type: 'Harassment', description: 'Writes again and again.', userId: other.user._id } },
  ],
  listMyReports: just,
  getReport: ofReport,
  replyToReport: ({ reportId }) => [{ params: { id: reportId }, body: { message: 'It went on today.' } }],
  getReportConversation: ofReport,
  getReportReplies: ofReport,
  listContacts: just,
  createSubscription: { leftOut: 'It begins a payment of the person who asks, and reads nobody else.' },
  currentSubscription: withoutPlan(),
  updateSubscription: withoutPlan({ body: { plan: 'annual' } }),
  previewCancellation: withoutPlan(),
  previewSubscription: withoutPlan({ query: { plan: 'annual' } }),
  cancelSubscription: withoutPlan({ body: {} }),
  reactivateSubscription: withoutPlan(),
  confirmSubscription: withoutPlan({ body: { subscriptionId: '00000000-0000-4000-8000-000000000000' } }),
  getSubscription: withoutPlan({ params: { id: '00000000-0000-4000-8000-000000000000' } }),
  listPaymentMethods: just,
  setDefaultMethod: withoutPlan({ params: { id: 'pm_none' } }),
  removeMethod: withoutPlan({ params: { id: 'pm_none' } }),
  createSetupIntent: just,
  listInvoices: just,
  listOwnSubscriptions: just,
  getImprint: just,
  getDocument: { refuses: 'The operator has no text of their own.', with: () => [{ params: { name: 'terms' } }] },
  getRules: just,
  listIdentities: just,
  ...inputsOfPlans,
}

/** Filters that narrow a deck in different ways. The last one is the least restrictive. */
const narrowings = [
  { ageMin: 30, ageMax: 40 },
  { ageMin: 41, ageMax: 70 },
  { ageMin: 18, ageMax: 119 },
  { ageMin: 18, ageMax: 120, distance: 2 },
  ...(proving ? [5, 10, 25, 50, 100] : [10]).map((distance) => ({ distance })),
  { ageMin: 18, ageMax: 120, distance: null, dealbreakers: { fields: { faculty: ['law'], year: { min: 1, max: 5 } } } },
  { dealbreakers: { newHere: true } },
  { ageMin: 18, ageMax: 120, distance: null, dealbreakers: {} },
]

/** Preferences as a friend that narrow the deck in different ways. The last ones are the least restrictive. */
const friendNarrowings = [
  { ageMin: 30, ageMax: 40 },
  { ageMin: 41, ageMax: 70 },
  { ageMin: 18, ageMax: 119 },
  { ageMin: 18, ageMax: 120, distance: 2 },
  { distance: null, genders: ['man'] },
  { genders: ['woman', 'non-binary'] },
  { genders: ['woman', 'man', 'non-binary'] },
]

/** Routes that need a match or a visible person, and otherwise refuse everyone alike. */
export const needSomebody = new Set<CallName>([
  'getCompatibility',
  'getOrderReasons',
  'getMatch',
  'muteMatch',
  'listMessages',
  'sendMessage',
  'editMessage',
  'deleteMessage',
  'react',
  'readMessages',
  'typing',
  'getDatePlan',
  'proposePlan',
  'createReport',
])

/** Masks new ids, times and signed URLs, which differ between worlds but reveal nothing. */
const masked = (text: string, known: ReadonlySet<string>): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => (known.has(id) ? id : 'ID'))
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
    .replaceAll(/(\/pictures\/\w+\/\w+)\?[^"]*/g, '$1?SIGNED')
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'TOKEN')
    .replaceAll(
      /"(refreshToken|verificationToken|requestId|clientSecret|setupIntentId|nextCursor|pose|secondPose|pushKey)":"[^"]*"/g,
      '"$1":"NEW"',
    )

export type Observed = { call: CallName; status: number; line: string }

/** Makes a request, and can measure something before and after it. */
export type Watch = <Answer>(call: CallName, make: () => Promise<Answer>) => Promise<Answer>

/** Requests every route as the viewer, one after another, and records the responses. */
export async function observe(
  world: World,
  between: Between,
  known: ReadonlySet<string>,
  watch: Watch = (_, make) => make(),
): Promise<Observed[]> {
  const seen: Observed[] = []
  const ask = async (call: CallName, { params = {}, query = {}, body }: Input) => {
    const route: Route = api[call]
    const filled = pathOf(route, PREFIX).replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    )
    const answer = await watch(call, () =>
      world.request(`${filled}?${new URLSearchParams(query)}`, {
        method: route.method,
        headers: {
          authorization: `Bearer ${between.viewer.token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    const text = masked(await answer.text(), known)
    seen.push({
      call,
      status: answer.status,
      line: `${call} ${JSON.stringify({ params, query, body })} ${answer.status} ${text}`,
    })
  }
  for (const body of narrowings) {
    await ask('setPreferences', { body })
    await ask('discover', {})
    await ask('discover', { query: { limit: '1' } })
    await ask('getFilterCosts', {})
    await ask('listPeople', {})
  }
  for (const body of between.befriends ? friendNarrowings : []) {
    await ask('setFriendPreferences', { body })
    await ask('listFriends', {})
  }
  for (const [call, how] of Object.entries(inputs) as [CallName, Inputs][]) {
    if (typeof how === 'object' && 'leftOut' in how) continue
    for (const input of typeof how === 'function' ? how(between) : how.with(between)) {
      await ask(call, input)
      if (call === 'answerQuestion')
        for (const also of ['getCompatibility', 'discover'] as const)
          await ask(also, { params: { userId: between.other.user._id } })
    }
  }
  return seen
}
