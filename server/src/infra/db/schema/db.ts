// Written by npm run schema.
import type { AccountChanges, AccountTallies, Sightings } from './figures.ts'
import type { AccountLinks, IdentitySignIns, ProfilesBios } from './account_links.ts'
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
} from './accounts.ts'
import type { AddressBlocks, Blocks, DroppedFiles, Listings, PhotoChecks, Pictures, SavedSearches } from './people.ts'
import type { AddressChanges } from './addresses_changed_by_staff.ts'
import type { AddressOwners } from './address_owners.ts'
import type { Allowances, Answers, Boosts, Choices, Matches, Standings } from './choices.ts'
import type { AnswerSheets } from './answer_sheets.ts'
import type { AppealMessages, Appeals } from './appeals.ts'
import type { ApprovalObjectors } from './changes_of_administrators.ts'
import type { Approvals } from './approvals.ts'
import type { AuditChain, AuditContents, AuditHeads } from './audit_chain.ts'
import type { BannedAddresses } from './banned_addresses.ts'
import type { BatchItems, Batches } from './batches.ts'
import type {
  BillingEvents,
  Invoices,
  SandboxInvoices,
  SandboxMethods,
  SandboxSubscriptions,
  Subscriptions,
} from './subscriptions.ts'
import type { BlockedBy } from './blocked_by.ts'
import type { Budgets, SocketIoAttachments } from './foundation.ts'
import type { Calls } from './calls.ts'
import type { CellCounts } from './cell_counts.ts'
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
} from './views_of_rooms.ts'
import type { ChatVoiceNotes, VoiceNotes } from './voice_notes.ts'
import type { Configurations } from './configuration.ts'
import type { CustomerOwners, SetupOwners, SubscriptionOwners } from './payment_owners.ts'
import type { DateAnswers } from './date_answers.ts'
import type { DatePlans, PlanShares } from './date_plans.ts'
import type { DecisionReports, Decisions } from './decisions.ts'
import type { DeliveryMails, FraudNotices, FraudWarnings } from './fraud_warnings.ts'
import type { DiscoveryLearning } from './learning_from_dates.ts'
import type { EndpointOwners } from './endpoint_owners.ts'
import type { Erasures } from './erasures.ts'
import type { Evidence, EvidenceContents, LegalHolds, ModerationLegalHolds } from './evidence.ts'
import type { Fading } from './fading_in_batches.ts'
import type {
  FlaggedMessages,
  LessenedExposures,
  MatchingChoices,
  ModerationFlaggedMessages,
  ModerationLessExposed,
  MonitoringHits,
  MonitoringRules,
  SlowedSenders,
} from './monitoring.ts'
import type { FormerAddresses, SuspendedFactors } from './recovery.ts'
import type { FormerNames } from './former_names.ts'
import type { HiddenFrom } from './hidden_from.ts'
import type {
  IdentityDemoPeople,
  ListedPictures,
  PictureFingerprints,
  ProfilesPictureFingerprints,
  SamePictures,
} from './picture_fingerprints.ts'
import type { IdentityOwners, PasskeyOwners } from './owners.ts'
import type { IncognitoShown, LikeHours, ModerationReporters } from './likes_known_daily.ts'
import type { LastingKeys } from './lasting_keys.ts'
import type { LatePayments } from './late_payments.ts'
import type { LikeCounts } from './like_counts.ts'
import type { LikesReceived } from './likes_received.ts'
import type { LookReasons } from './look_reasons.ts'
import type { MatchingLikeNotes } from './liked_photos.ts'
import type { MatchingReceivedNotes } from './readers_of_likes.ts'
import type { MediaWaiting } from './media_waiting.ts'
import type { Messages, Notifications, PushSubscriptions, Reactions, Reads } from './chat.ts'
import type { ModerationHiddenMedia } from './hidden_media.ts'
import type { ModerationHiddenTexts } from './when_blocked.ts'
import type { ModerationReported } from './reported_people.ts'
import type { OrderEffects, OrderFairness } from './order_fairness.ts'
import type { OrderFits } from './order_fits.ts'
import type { OrderGroups } from './order_groups.ts'
import type { OrderOutcomes } from './order_outcomes.ts'
import type { PairLocks } from './pairs_locked_by_rows.ts'
import type { Passkeys } from './passkeys.ts'
import type { PaymentCards } from './payment_cards.ts'
import type { PaymentCustomers, PaymentDifferences } from './payment_books.ts'
import type { Profiles } from './profiles.ts'
import type { ProfilesConsents, WithdrawnDetails } from './consents_take_effect.ts'
import type { ReportHistory, ReportReplies, Reports } from './reports.ts'
import type { ReportPresence } from './report_clocks.ts'
import type { SandboxSetups } from './trials.ts'
import type { SecondLookReaders } from './second_look_readers.ts'
import type { SecondLooks } from './second_looks.ts'
import type { StaleListings } from './listings_by_outbox.ts'
import type { UncountedChoices } from './choices_counted_later.ts'
import type { UnsoughtLikes } from './unsought_likes.ts'
import type { Views } from './view_budget.ts'

export interface DB {
  account_changes: AccountChanges
  account_links: AccountLinks
  account_tallies: AccountTallies
  accounts: Accounts
  address_blocks: AddressBlocks
  address_changes: AddressChanges
  address_owners: AddressOwners
  allowances: Allowances
  answer_sheets: AnswerSheets
  answers: Answers
  appeal_messages: AppealMessages
  appeals: Appeals
  approval_objectors: ApprovalObjectors
  approvals: Approvals
  audit_chain: AuditChain
  audit_contents: AuditContents
  audit_heads: AuditHeads
  audit_log: AuditLog
  banned_addresses: BannedAddresses
  batch_items: BatchItems
  batches: Batches
  billing_events: BillingEvents
  blocked_by: BlockedBy
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
  customer_owners: CustomerOwners
  date_answers: DateAnswers
  date_plans: DatePlans
  decision_reports: DecisionReports
  decisions: Decisions
  delivery_mails: DeliveryMails
  discovery_blocks: DiscoveryBlocks
  discovery_learning: DiscoveryLearning
  discovery_listings: DiscoveryListings
  dropped_files: DroppedFiles
  endpoint_owners: EndpointOwners
  erasures: Erasures
  evidence: Evidence
  evidence_contents: EvidenceContents
  facts: Facts
  fading: Fading
  flagged_messages: FlaggedMessages
  former_addresses: FormerAddresses
  former_names: FormerNames
  fraud_notices: FraudNotices
  fraud_warnings: FraudWarnings
  hidden_from: HiddenFrom
  identities: Identities
  identity_demo_people: IdentityDemoPeople
  identity_owners: IdentityOwners
  identity_people: IdentityPeople
  identity_sightings: IdentitySightings
  identity_sign_ins: IdentitySignIns
  incognito_shown: IncognitoShown
  invoices: Invoices
  lasting_keys: LastingKeys
  late_payments: LatePayments
  legal_holds: LegalHolds
  lessened_exposures: LessenedExposures
  like_counts: LikeCounts
  like_hours: LikeHours
  likes_received: LikesReceived
  listed_pictures: ListedPictures
  listings: Listings
  look_reasons: LookReasons
  mails: Mails
  matches: Matches
  matching_choices: MatchingChoices
  matching_like_notes: MatchingLikeNotes
  matching_matches: MatchingMatches
  matching_received_notes: MatchingReceivedNotes
  media_waiting: MediaWaiting
  messages: Messages
  moderation_flagged_messages: ModerationFlaggedMessages
  moderation_hidden_media: ModerationHiddenMedia
  moderation_hidden_texts: ModerationHiddenTexts
  moderation_legal_holds: ModerationLegalHolds
  moderation_less_exposed: ModerationLessExposed
  moderation_reported: ModerationReported
  moderation_reporters: ModerationReporters
  monitoring_hits: MonitoringHits
  monitoring_rules: MonitoringRules
  notifications: Notifications
  order_effects: OrderEffects
  order_fairness: OrderFairness
  order_fits: OrderFits
  order_groups: OrderGroups
  order_outcomes: OrderOutcomes
  pair_locks: PairLocks
  passkey_owners: PasskeyOwners
  passkeys: Passkeys
  payment_cards: PaymentCards
  payment_customers: PaymentCustomers
  payment_differences: PaymentDifferences
  photo_checks: PhotoChecks
  picture_fingerprints: PictureFingerprints
  pictures: Pictures
  plan_shares: PlanShares
  profiles: Profiles
  profiles_bios: ProfilesBios
  profiles_consents: ProfilesConsents
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
  second_look_readers: SecondLookReaders
  second_looks: SecondLooks
  secrets: Secrets
  sessions: Sessions
  setup_owners: SetupOwners
  sightings: Sightings
  sign_ins: SignIns
  slowed_senders: SlowedSenders
  socket_io_attachments: SocketIoAttachments
  stale_listings: StaleListings
  standings: Standings
  subscription_owners: SubscriptionOwners
  subscriptions: Subscriptions
  suspended_factors: SuspendedFactors
  uncounted_choices: UncountedChoices
  unsought_likes: UnsoughtLikes
  views: Views
  voice_notes: VoiceNotes
  withdrawn_details: WithdrawnDetails
}
