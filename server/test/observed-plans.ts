import type { CallName, Inputs } from './observed.ts'
import { inFuture } from '../../scripts/present.ts'

// Inputs about dates, voice notes, calls and decisions, for observed.ts.

const NIL_UUID = '00000000-0000-4000-8000-000000000000'
const inThreeDays = inFuture(3 * 86_400_000).toISOString()
const nothingOfTheirs = (params: Record<string, string>, body?: unknown): Inputs => ({
  refuses: 'The person who asks has none.',
  with: () => [{ params, ...(body ? { body } : {}) }],
})
const message = 'I would like somebody else to look at this.'

export const inputsOfPlans: Partial<Record<CallName, Inputs>> = {
  listDatePlans: () => [{}],
  getDatePlan: ({ matchId }) => [{ params: { id: matchId } }],
  proposePlan: ({ matchId }) => [
    { params: { id: matchId }, body: { slots: [inThreeDays], place: 'The café at the pier' } },
    { params: { id: matchId }, body: { slots: [inThreeDays], place: 'The museum' } },
  ],
  acceptPlan: {
    refuses: 'The person who asks has proposed it, and nobody has another.',
    with: ({ matchId }) => [{ params: { id: matchId, planId: NIL_UUID }, body: { slot: inThreeDays } }],
  },
  endPlan: {
    refuses: 'There is no such plan.',
    with: ({ matchId }) => [{ params: { id: matchId, planId: NIL_UUID } }],
  },
  sharePlan: {
    refuses: 'There is no such plan.',
    with: ({ matchId }) => [{ params: { id: matchId, planId: NIL_UUID }, body: { checkAt: null } }],
  },
  listPlanShares: () => [{}],
  comeHome: nothingOfTheirs({ id: NIL_UUID }),
  stopSharingPlan: nothingOfTheirs({ id: NIL_UUID }),
  readSharedPlan: nothingOfTheirs({}, { token: 'x'.repeat(43) }),
  sendVoiceNote: { leftOut: 'It takes a recording of the person who asks, and reads nobody else.' },
  getVoiceNote: {
    refuses: 'The message has no sound.',
    with: ({ matchId, messageId }) => [{ params: { id: matchId, messageId } }],
  },
  saveVoiceAnswer: { leftOut: 'It takes a recording of the person who asks, and reads nobody else.' },
  deleteVoiceAnswer: nothingOfTheirs({}),
  getVoiceAnswer: {
    refuses: 'Nobody has recorded an answer.',
    with: ({ other, bystander }) => [{ params: { id: other.user._id } }, { params: { id: bystander.user._id } }],
  },
  askForCall: { leftOut: 'It rings at somebody else’s, and a second one is refused.' },
  acceptCall: nothingOfTheirs({ id: NIL_UUID, callId: NIL_UUID }),
  keepCall: nothingOfTheirs({ id: NIL_UUID, callId: NIL_UUID }),
  signalCall: nothingOfTheirs({ id: NIL_UUID, callId: NIL_UUID }, { data: '{}' }),
  endCall: nothingOfTheirs({ id: NIL_UUID, callId: NIL_UUID }),
  listDateQuestions: () => [{}],
  answerAboutDate: nothingOfTheirs({ id: NIL_UUID }, { met: true, again: null }),
  deleteDateAnswer: nothingOfTheirs({ id: NIL_UUID }),
  listMyDecisions: () => [{}],
  listMyAppeals: () => [{}],
  appealDecision: nothingOfTheirs({ id: NIL_UUID }, { message }),
  appealReport: {
    refuses: 'It is still open.',
    with: ({ reportId }) => [{ params: { id: reportId }, body: { message } }],
  },
  writeInMyAppeal: nothingOfTheirs({ id: NIL_UUID }, { message }),
  getPublicTransparency: { refuses: 'The operator has not published it.', with: () => [{}] },
  exportPublicTransparency: { refuses: 'The operator has not published it.', with: () => [{}] },
  // Administrators' requests, which members can't see.
  listObjections: () => [{}],
  objectTo: nothingOfTheirs({ id: NIL_UUID }, {}),
}
