// Written by npm run schema.
import type { AccountChanges, AccountTallies, Sightings } from './schema/figures.ts'
import type {
  Accounts,
  AuditLog,
  Consents,
  Facts,
  Identities,
  Mails,
  RecoveryCodes,
  SecondFactors,
  Secrets,
  Sessions,
  SignIns,
} from './schema/accounts.ts'
import type {
  AddressBlocks,
  Blocks,
  DroppedFiles,
  Listings,
  PhotoChecks,
  Pictures,
  SavedSearches,
} from './schema/people.ts'
import type { Allowances, Answers, Boosts, Choices, Matches, Standings } from './schema/choices.ts'
import type { AnswerSheets } from './schema/answer_sheets.ts'
import type { AppealMessages, Appeals } from './schema/appeals.ts'
import type { Approvals } from './schema/approvals.ts'
import type { AuditChain, AuditContents, AuditHeads } from './schema/audit_chain.ts'
import type { BatchItems, Batches } from './schema/batches.ts'
import type {
  BillingEvents,
  Invoices,
  SandboxInvoices,
  SandboxMethods,
  SandboxSubscriptions,
  Subscriptions,
} from './schema/subscriptions.ts'
import type { Budgets, SocketIoAttachments } from './schema/foundation.ts'
import type { Calls } from './schema/calls.ts'
import type { CellCounts } from './schema/cell_counts.ts'
import type {
  ChatMessages,
  ChatReads,
  DiscoveryBlocks,
  DiscoveryListings,
  IdentityPeople,
  IdentitySightings,
  MatchingMatches,
  ProfilesPictures,
  ProfilesPlaces,
} from './schema/views_of_rooms.ts'
import type { ChatVoiceNotes, VoiceNotes } from './schema/voice_notes.ts'
import type { Configurations } from './schema/configuration.ts'
import type { DateAnswers } from './schema/date_answers.ts'
import type { DatePlans, PlanShares } from './schema/date_plans.ts'
import type { DecisionReports, Decisions } from './schema/decisions.ts'
import type { DeliveryMails, FraudNotices, FraudWarnings } from './schema/fraud_warnings.ts'
import type { Erasures } from './schema/erasures.ts'
import type { Evidence, EvidenceContents, LegalHolds, ModerationLegalHolds } from './schema/evidence.ts'
import type {
  FlaggedMessages,
  LessenedExposures,
  MatchingChoices,
  ModerationFlaggedMessages,
  ModerationLessExposed,
  MonitoringHits,
  MonitoringRules,
  SlowedSenders,
} from './schema/monitoring.ts'
import type { HiddenFrom } from './schema/hidden_from.ts'
import type {
  IdentityDemoPeople,
  ListedPictures,
  PictureFingerprints,
  ProfilesPictureFingerprints,
  SamePictures,
} from './schema/picture_fingerprints.ts'
import type { LastingKeys } from './schema/lasting_keys.ts'
import type { LatePayments } from './schema/late_payments.ts'
import type { LookReasons } from './schema/look_reasons.ts'
import type { MatchingLikeNotes } from './schema/liked_photos.ts'
import type { Messages, Notifications, PushSubscriptions, Reactions, Reads } from './schema/chat.ts'
import type { ModerationHiddenTexts } from './schema/when_blocked.ts'
import type { OrderEffects, OrderFairness } from './schema/order_fairness.ts'
import type { OrderFits } from './schema/order_fits.ts'
import type { OrderGroups } from './schema/order_groups.ts'
import type { Passkeys } from './schema/passkeys.ts'
import type { PaymentCustomers, PaymentDifferences } from './schema/payment_books.ts'
import type { Profiles } from './schema/profiles.ts'
import type { ReportHistory, ReportReplies, Reports } from './schema/reports.ts'
import type { ReportPresence } from './schema/report_clocks.ts'
import type { SandboxSetups } from './schema/trials.ts'
import type { Views } from './schema/view_budget.ts'

export type * from './schema/kinds.ts'
export type * from './schema/figures.ts'
export type * from './schema/accounts.ts'
export type * from './schema/people.ts'
export type * from './schema/choices.ts'
export type * from './schema/answer_sheets.ts'
export type * from './schema/appeals.ts'
export type * from './schema/approvals.ts'
export type * from './schema/audit_chain.ts'
export type * from './schema/batches.ts'
export type * from './schema/subscriptions.ts'
export type * from './schema/foundation.ts'
export type * from './schema/calls.ts'
export type * from './schema/cell_counts.ts'
export type * from './schema/views_of_rooms.ts'
export type * from './schema/voice_notes.ts'
export type * from './schema/configuration.ts'
export type * from './schema/date_answers.ts'
export type * from './schema/date_plans.ts'
export type * from './schema/decisions.ts'
export type * from './schema/fraud_warnings.ts'
export type * from './schema/erasures.ts'
export type * from './schema/evidence.ts'
export type * from './schema/monitoring.ts'
export type * from './schema/hidden_from.ts'
export type * from './schema/picture_fingerprints.ts'
export type * from './schema/lasting_keys.ts'
export type * from './schema/late_payments.ts'
export type * from './schema/look_reasons.ts'
export type * from './schema/liked_photos.ts'
export type * from './schema/chat.ts'
export type * from './schema/when_blocked.ts'
export type * from './schema/order_fairness.ts'
export type * from './schema/order_fits.ts'
export type * from './schema/order_groups.ts'
export type * from './schema/passkeys.ts'
export type * from './schema/payment_books.ts'
export type * from './schema/profiles.ts'
export type * from './schema/reports.ts'
export type * from './schema/report_clocks.ts'
export type * from './schema/trials.ts'
export type * from './schema/view_budget.ts'

export interface DB {
  account_changes: AccountChanges
  account_tallies: AccountTallies
  accounts: Accounts
  address_blocks: AddressBlocks
  allowances: Allowances
  answer_sheets: AnswerSheets
  answers: Answers
  appeal_messages: AppealMessages
  appeals: Appeals
  approvals: Approvals
  audit_chain: AuditChain
  audit_contents: AuditContents
  audit_heads: AuditHeads
  audit_log: AuditLog
  batch_items: BatchItems
  batches: Batches
  billing_events: BillingEvents
  blocks: Blocks
  boosts: Boosts
  budgets: Budgets
  calls: Calls
  cell_counts: CellCounts
  chat_messages: ChatMessages
  chat_reads: ChatReads
  chat_voice_notes: ChatVoiceNotes
  choices: Choices
  configurations: Configurations
  consents: Consents
  date_answers: DateAnswers
  date_plans: DatePlans
  decision_reports: DecisionReports
  decisions: Decisions
  delivery_mails: DeliveryMails
  discovery_blocks: DiscoveryBlocks
  discovery_listings: DiscoveryListings
  dropped_files: DroppedFiles
  erasures: Erasures
  evidence: Evidence
  evidence_contents: EvidenceContents
  facts: Facts
  flagged_messages: FlaggedMessages
  fraud_notices: FraudNotices
  fraud_warnings: FraudWarnings
  hidden_from: HiddenFrom
  identities: Identities
  identity_demo_people: IdentityDemoPeople
  identity_people: IdentityPeople
  identity_sightings: IdentitySightings
  invoices: Invoices
  lasting_keys: LastingKeys
  late_payments: LatePayments
  legal_holds: LegalHolds
  lessened_exposures: LessenedExposures
  listed_pictures: ListedPictures
  listings: Listings
  look_reasons: LookReasons
  mails: Mails
  matches: Matches
  matching_choices: MatchingChoices
  matching_like_notes: MatchingLikeNotes
  matching_matches: MatchingMatches
  messages: Messages
  moderation_flagged_messages: ModerationFlaggedMessages
  moderation_hidden_texts: ModerationHiddenTexts
  moderation_legal_holds: ModerationLegalHolds
  moderation_less_exposed: ModerationLessExposed
  monitoring_hits: MonitoringHits
  monitoring_rules: MonitoringRules
  notifications: Notifications
  order_effects: OrderEffects
  order_fairness: OrderFairness
  order_fits: OrderFits
  order_groups: OrderGroups
  passkeys: Passkeys
  payment_customers: PaymentCustomers
  payment_differences: PaymentDifferences
  photo_checks: PhotoChecks
  picture_fingerprints: PictureFingerprints
  pictures: Pictures
  plan_shares: PlanShares
  profiles: Profiles
  profiles_picture_fingerprints: ProfilesPictureFingerprints
  profiles_pictures: ProfilesPictures
  profiles_places: ProfilesPlaces
  push_subscriptions: PushSubscriptions
  reactions: Reactions
  reads: Reads
  recovery_codes: RecoveryCodes
  report_history: ReportHistory
  report_presence: ReportPresence
  report_replies: ReportReplies
  reports: Reports
  same_pictures: SamePictures
  sandbox_invoices: SandboxInvoices
  sandbox_methods: SandboxMethods
  sandbox_setups: SandboxSetups
  sandbox_subscriptions: SandboxSubscriptions
  saved_searches: SavedSearches
  second_factors: SecondFactors
  secrets: Secrets
  sessions: Sessions
  sightings: Sightings
  sign_ins: SignIns
  slowed_senders: SlowedSenders
  socket_io_attachments: SocketIoAttachments
  standings: Standings
  subscriptions: Subscriptions
  views: Views
  voice_notes: VoiceNotes
}
