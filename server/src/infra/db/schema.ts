// Written by npm run schema.
import type { ColumnType } from 'kysely'
import type { IPostgresInterval } from 'postgres-interval'

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[] ? U[] : ArrayTypeImpl<T>

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S[], I[], U[]> : T[]

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export type Int8 = ColumnType<number, bigint | number | string, bigint | number | string>

export type Interval = ColumnType<
  IPostgresInterval,
  IPostgresInterval | number | string,
  IPostgresInterval | number | string
>

export type Json = JsonValue

export type JsonArray = JsonValue[]

export type JsonObject = {
  [x: string]: JsonValue | undefined
}

export type JsonPrimitive = boolean | number | string | null

export type JsonValue = JsonArray | JsonObject | JsonPrimitive

export type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface AccessReasons {
  account_id: string
  given_at: Timestamp
  kind: string
  reason: string
  session_id: string
  subject: string
}

export interface AccountLabels {
  account_id: string
  label_id: string
}

export interface AccountLinks {
  account_id: string
  banned_id: string
  decided_at: Timestamp | null
  decided_by: string | null
  found_at: Timestamp
  id: Generated<string>
  note: string | null
  signals: Json
  state: Generated<string>
  version: Generated<number>
  weight: number
}

export interface Accounts {
  admission: string | null
  age_asked_at: Timestamp | null
  age_declined: string | null
  age_proven_by: string | null
  age_proven_on: string | null
  can_administer: Generated<boolean>
  complete: Generated<boolean>
  created_at: Timestamp
  date_of_birth: string | null
  deletion_due_at: Timestamp | null
  email: string | null
  email_key: string | null
  email_verification_sent_at: Timestamp | null
  email_verified_at: Timestamp | null
  first_name: string
  gender: string | null
  handful_hour: number | null
  hide_age: Generated<boolean>
  hide_distance: Generated<boolean>
  hide_gender: Generated<boolean>
  id: Generated<string>
  incognito: Generated<boolean>
  is_admin: Generated<boolean>
  is_demo: Generated<boolean>
  language: string | null
  last_active_at: Timestamp | null
  last_name: string
  limited_until: Timestamp | null
  notify: Generated<Json>
  password_hash: string | null
  photo_blur: Generated<string>
  photo_checked_at: Timestamp | null
  premium_until: Timestamp | null
  receipts: Generated<boolean>
  show_last_active: Generated<boolean>
  staff_role: string | null
  state: Generated<string>
  state_before_decision: string | null
  state_before_deletion: string | null
  time_zone: Generated<string>
  units: Generated<string>
  version: Generated<number>
  words: Generated<string>
}

export interface AccountTallies {
  active: boolean | null
  born: string | null
  complete: boolean | null
  count: number
  counts_from: Timestamp | null
  gender: string | null
  joined: Timestamp | null
  kind: string
  verified: boolean | null
  vip: boolean | null
}

export interface AddressChanges {
  account_id: string
  asked_at: Timestamp
  changed_by: string
  email: string
  keep_hash: Buffer
  takes_effect_at: Timestamp
}

export interface AdmissionMessages {
  account_id: string
  at: Timestamp
  author_id: string
  by_staff: boolean
  id: Generated<string>
  message: string
}

export interface AdmissionRegions {
  counted_at: Timestamp | null
  for_everyone: Generated<boolean>
  members: Generated<number>
  opened_at: Timestamp | null
  region: string
  sides: Generated<Json>
  waiting: Generated<number>
}

export interface Admissions {
  accepted_at: Timestamp | null
  account_id: string
  answers: Json | null
  applied_at: Timestamp | null
  decided_at: Timestamp | null
  decided_by: string | null
  fitting: number | null
  fitting_at: Timestamp | null
  invitation_id: string | null
  invites_ended_at: Timestamp | null
  queued_at: Timestamp | null
  region: string | null
  version: Generated<number>
  waits_since: Timestamp | null
}

export interface AgeDocuments {
  account_id: string
  document: Buffer | null
  id: Generated<string>
  made_at: Timestamp
  selfie: Buffer | null
  sent_at: Timestamp | null
}

export interface Allowances {
  account_id: string
  friend_likes: Generated<number>
  likes: Generated<number>
  resets_at: Timestamp
  superlikes: Generated<number>
  undos: Generated<number>
  withdrawn: Generated<ArrayType<Int8>>
}

export interface Answers {
  accepted: number[]
  account_id: string
  answer: number
  at: Timestamp
  importance: number
  question_id: string
  shown: Generated<boolean>
  skipped: Generated<boolean>
}

export interface AnswerSheets {
  account_id: string
  answers: Json
}

export interface AppealMessages {
  appeal_id: string
  at: Timestamp
  author_id: string
  by_staff: boolean
  id: Generated<string>
  message: string
}

export interface Appeals {
  account_id: string
  created_at: Timestamp
  decided_at: Timestamp | null
  decided_by: string | null
  decision_id: string | null
  id: Generated<string>
  is_same_person: Generated<boolean>
  reason: string | null
  report_id: string | null
  state: Generated<string>
  version: Generated<number>
}

export interface Approvals {
  account_action: string | null
  batch_id: string | null
  change: Json | null
  decided_at: Timestamp | null
  decided_by: string | null
  decision_id: string | null
  expires_at: Timestamp
  id: Generated<string>
  is_admin: boolean | null
  kind: string
  objector_ids: Generated<string[]>
  outcome: string | null
  requested_at: Timestamp
  requested_by: string
  staff_role: string | null
  takes_effect_at: Timestamp | null
  target_id: string | null
  target_seen: string | null
}

export interface AuditChain {
  audit_id: string
  hash: Buffer
  place: Int8
  previous: Buffer
}

export interface AuditContents {
  actor_id: string | null
  audit_id: string
  details: Generated<Json>
  reason: string | null
  salt: Generated<string>
  subject_id: string | null
}

export interface AuditHeads {
  at: Timestamp
  hash: Buffer
  place: Int8
}

export interface AuditLog {
  action: string
  actor_id: string | null
  actor_kind: string
  at: Timestamp
  content_digest: Buffer
  fields: Generated<string[]>
  id: Generated<string>
  subject_id: string | null
}

export interface BannedAddresses {
  account_id: string
  at: Timestamp
  email_hash: Buffer
  expires_at: Timestamp
}

export interface Batches {
  about: Generated<string>
  action: string
  done: number | null
  failed: Json | null
  finished_at: Timestamp | null
  id: Generated<string>
  made_at: Timestamp
  made_by: string
  needs_approval: Generated<boolean>
  reason: string | null
  refused: Generated<Json>
  released_at: Timestamp | null
  stopped_at: Timestamp | null
  total: number | null
  undoes: string | null
}

export interface BatchItems {
  batch_id: string
  before: string | null
  decided_at: Timestamp | null
  outcome: string | null
  subject_id: string
}

export interface BillingEvents {
  id: string
  received_at: Timestamp
  type: string
}

export interface BlindReviewReaders {
  account_id: string
  decision_id: string
}

export interface BlindReviews {
  answered_at: Timestamp | null
  answered_by: string | null
  close_note: string | null
  closed_at: Timestamp | null
  closed_by: string | null
  decision_id: string
  drawn_at: Timestamp
  id: Generated<string>
  kind: string | null
  raise_note: string | null
  raised_at: Timestamp | null
  raised_by: string | null
  reason: string | null
  rule: number | null
  rule_title: string | null
  same_kind: boolean | null
  same_rule: boolean | null
  state: Generated<string>
}

export interface Blocks {
  at: Timestamp
  blocked_id: string
  blocker_id: string
  named_at: Timestamp | null
}

export interface Boosts {
  account_id: string
  begins_at: Timestamp
  ends_at: Timestamp
  month: string
}

export interface Budgets {
  key: string
  resets_at: Timestamp
  used: number
}

export interface Calls {
  accepted_at: Timestamp | null
  alive_at: Timestamp | null
  asked_at: Timestamp
  callee_id: string
  caller_id: string
  ended_at: Timestamp | null
  id: Generated<string>
  match_id: string
  message_id: string | null
}

export interface CellCounts {
  cell_column: number
  cell_row: number
  level: number
  people: number
}

export interface ChatMessages {
  created_at: Timestamp
  deleted_at: Timestamp | null
  earlier_texts: string[] | null
  edited_at: Timestamp | null
  hidden_at: Timestamp | null
  id: string
  kind: string | null
  match_id: string
  public_id: string | null
  sender_id: string
  seq: number
  text: string | null
}

export interface ChatOutcomes {
  a_id: string | null
  again: boolean | null
  b_id: string | null
  created_at: Timestamp | null
  match_id: string | null
  met: boolean | null
}

export interface ChatVoiceNotes {
  duration_ms: number
  file_id: string
  match_id: string
  message_id: string
}

export interface Choices {
  action: string
  at: Timestamp
  chooser_id: string
  chosen_id: string
  note: string | null
  note_on: string | null
  note_on_photo: string | null
}

export interface Configurations {
  changed: string[]
  changed_at: Timestamp
  changed_by: string
  content: Json
  reason: string | null
  version: number
}

export interface Consents {
  account_id: string
  given_at: Timestamp
  id: Generated<string>
  kind: string
  version: string
  withdrawn_at: Timestamp | null
}

export interface Contacts {
  account_id: string
  at: Timestamp
  bucket: number
  compared: Generated<boolean>
  ends_at: Timestamp | null
  hash: Buffer
  hint: string
  id: Generated<string>
  kind: string
}

export interface DateAnswers {
  account_id: string
  again: boolean | null
  answered_at: Timestamp
  id: Generated<string>
  met: boolean
  other_id: string
  plan_id: string | null
  starts_at: Timestamp
}

export interface DatePlans {
  asked_at: Timestamp | null
  both_again_at: Timestamp | null
  created_at: Timestamp
  decided_at: Timestamp | null
  id: Generated<string>
  match_id: string
  over_at: Timestamp
  place: Buffer
  proposer_id: string
  receiver_id: string
  reminded_at: Timestamp | null
  slots: ArrayType<Timestamp>
  starts_at: Timestamp | null
  state: Generated<string>
}

export interface DecisionReports {
  decision_id: string
  next_due_before: Timestamp | null
  report_id: string
  status_before: string
}

export interface Decisions {
  category: string
  created_at: Timestamp
  days: number | null
  decided_by: string | null
  end_reason: string | null
  ended_at: Timestamp | null
  ended_by: string | null
  facts: string
  hidden: Generated<Json>
  id: Generated<string>
  in_force_at: Timestamp | null
  is_automated: Generated<boolean>
  is_detected: Generated<boolean>
  is_fraud: Generated<boolean>
  kind: string
  mail_id: string | null
  premium_until: Timestamp | null
  report_id: string | null
  rule: number | null
  rule_title: string | null
  settled_at: Timestamp | null
  source: string
  state: string
  strike_until: Timestamp | null
  subject_id: string
  subscription: Generated<string>
  until: Timestamp | null
  version: Generated<number>
}

export interface DeliveryMails {
  id: string
  last_error: string | null
  sent_at: Timestamp | null
}

export interface DiscoveryBlocks {
  at: Timestamp
  blocker_id: string
  one_id: string
  other_id: string
}

export interface DiscoveryHidden {
  hider_id: string
  viewer_id: string
}

export interface DiscoveryLearning {
  from_dates: boolean
}

export interface DiscoveryListings {
  account_id: string
  incognito: boolean
}

export interface DiscoverySearches {
  account_id: string
  query: Json
}

export interface DiscoverySeekers {
  person_id: string | null
  seeker_id: string | null
}

export interface DroppedFiles {
  account_id: string | null
  public_id: string
  shown: Json | null
  spared_until: Timestamp | null
}

export interface DuplicatePhotos {
  account_id: string
  decided_at: Timestamp | null
  decided_by: string | null
  distance: number
  fingerprint: string
  found_at: Timestamp
  id: Generated<string>
  listed_id: string | null
  note: string | null
  other_id: string | null
  other_public_id: string | null
  public_id: string
  state: Generated<string>
  version: Generated<number>
  why: string
}

export interface Erasures {
  account_id: string
  at: Timestamp
}

export interface Evidence {
  about_id: string
  at: Timestamp
  content_digest: string
  hash: string
  id: string
  place: Int8
  previous: string
  report_id: string
  reporter_id: string | null
}

export interface EvidenceContents {
  content: string
  evidence_id: string
  salt: string
}

export interface Facts {
  key: string
  value: Json
}

export interface FlaggedMessages {
  account_id: string
  at: Timestamp
  match_id: string
  message_id: string
  rule: string
}

export interface FormerAddresses {
  account_id: string
  address: string
  email_key: string
  ended_at: Timestamp
  id: Generated<string>
  kept_until: Timestamp | null
  proven_at: Timestamp
  qualifies: boolean
}

export interface FraudNotices {
  account_id: string
  answered: boolean
  at: Timestamp
  corrected_at: Timestamp | null
  decision_id: string
  mail_id: string | null
  mail_sent_at: Timestamp | null
}

export interface FraudWarnings {
  corrected_at: Timestamp | null
  correction_due_at: Timestamp | null
  decision_id: string
  due_at: Timestamp
  finished_at: Timestamp | null
  held_at: Timestamp | null
  held_by: string | null
  hold_reason: string | null
  latest_at: Timestamp
  sent_by: string | null
  state: string
  version: Generated<number>
}

export interface FriendChoices {
  action: string
  at: Timestamp
  chooser_id: string
  chosen_id: string
}

export interface FriendProfiles {
  account_id: string
  age_max: number
  age_min: number
  born: string | null
  joined_at: Timestamp
  pictures: Generated<string[]>
  reach: number | null
  tile: number | null
  wants: number
}

export interface Handfuls {
  account_id: string
  at: Timestamp
  person_id: string
  place: number
}

export interface HiddenFrom {
  at: Timestamp
  contact_id: string
  hider_id: string
  viewer_id: string
}

export interface Identities {
  account_id: string
  created_at: Timestamp
  provider: string
  subject: string
}

export interface IdentityLastSeen {
  account_id: string
  active_days: number
  seen_at: Timestamp | null
}

export interface IdentityOpenSessions {
  account_id: string
  ends_at: Timestamp
  id: string
}

export interface IdentityPeople {
  admission: string | null
  can_administer: boolean
  complete: boolean
  created_at: Timestamp
  date_of_birth: string | null
  email: string | null
  email_verified_at: Timestamp | null
  first_name: string
  full_name: string | null
  gender: string | null
  handful_hour: number | null
  id: string
  is_admin: boolean
  language: string | null
  last_active_at: Timestamp | null
  last_name: string
  notify: Json
  premium_until: Timestamp | null
  receipts: boolean
  show_last_active: boolean
  staff_role: string | null
  state: string
  time_zone: string
  version: number
  words: string
}

export interface IdentitySignIns {
  account_id: string
  address: string
  at: Timestamp
  user_agent: string
}

export interface IncognitoShown {
  at: Timestamp
  person_id: string
  viewer_id: string
}

export interface Invitations {
  account_id: string | null
  applies: Generated<boolean>
  code: string
  created_at: Timestamp
  created_by: string | null
  expires_at: Timestamp | null
  id: Generated<string>
  most: number
  note: string | null
  revoked_at: Timestamp | null
  used: Generated<number>
}

export interface Invoices {
  account_id: string
  amount: number
  created_at: Timestamp
  currency: string
  id: Generated<string>
  last4: string | null
  link: string | null
  number: string | null
  period_end: Timestamp
  period_start: Timestamp
  plan: string
  provider_id: string
  refunded: Generated<number>
  status: string
  subscription_id: string
  tax: Generated<number>
}

export interface Labels {
  created_at: Timestamp
  id: Generated<string>
  name: string
  tone: string
}

export interface LastingKeys {
  one_row: Generated<boolean>
  wrapped: Buffer
  wrapped_with: string
}

export interface LastSeen {
  account_id: string
  active_days: Generated<number>
  seen_at: Timestamp | null
}

export interface LatePayments {
  account_id: string
  amount: number
  id: Generated<string>
  outcome: string | null
  plan: string
  settled_at: Timestamp | null
  since: Timestamp
  subscription_id: string
  why: string
}

export interface LegalHolds {
  account_id: string
  id: Generated<string>
  lift_reason: string | null
  lifted_at: Timestamp | null
  lifted_by: string | null
  reason: string
  set_at: Timestamp
  set_by: string
}

export interface LikeCounts {
  account_id: string
  announced: number | null
  at: Timestamp
  counted_at: Timestamp | null
  likers: ArrayType<Int8> | null
  likes: number
}

export interface LikeHours {
  key: Buffer
  only_row: Generated<boolean>
}

export interface LikesReceived {
  action: string
  at: Timestamp
  chooser_id: string
  chosen_id: string
  note: string | null
  note_on: string | null
  note_on_photo: string | null
  reached: Generated<boolean>
  seen: Generated<boolean>
}

export interface Listings {
  account_id: string
  age_max: number
  age_min: number
  basics: Json
  born: string
  city: string
  created_at: Timestamp
  field_terms: Generated<string[]>
  fields: Generated<Json>
  filters: Generated<Json>
  gender: string
  gender_group: string
  hide_age: boolean
  hide_distance: boolean
  hide_gender: boolean
  incognito: boolean
  intention: string | null
  interests: string[]
  languages: string[]
  level: number
  photo_checked: boolean
  reach: number | null
  show_last_active: boolean
  shown_to: number | null
  wants: string[]
  words: string
  x: number | null
  y: number | null
  z: number | null
}

export interface ListingsDue {
  account_id: string | null
  age_max: number | null
  age_min: number | null
  basics: Json | null
  born: string | null
  city: string | null
  created_at: Timestamp | null
  field_terms: string[] | null
  fields: Json | null
  filters: Json | null
  gender: string | null
  gender_group: string | null
  hide_age: boolean | null
  hide_distance: boolean | null
  hide_gender: boolean | null
  incognito: boolean | null
  intention: string | null
  interests: string[] | null
  languages: string[] | null
  level: number | null
  photo_checked: boolean | null
  reach: number | null
  show_last_active: boolean | null
  shown_to: number | null
  wants: string[] | null
  words: string | null
  x: number | null
  y: number | null
  z: number | null
}

export interface ListingsWhenAdmitted {
  account_id: string | null
  admission: string | null
  age_max: number | null
  age_min: number | null
  basics: Json | null
  born: string | null
  city: string | null
  created_at: Timestamp | null
  field_terms: string[] | null
  fields: Json | null
  filters: Json | null
  gender: string | null
  gender_group: string | null
  hide_age: boolean | null
  hide_distance: boolean | null
  hide_gender: boolean | null
  incognito: boolean | null
  intention: string | null
  interests: string[] | null
  languages: string[] | null
  level: number | null
  photo_checked: boolean | null
  reach: number | null
  show_last_active: boolean | null
  shown_to: number | null
  wants: string[] | null
  words: string | null
  x: number | null
  y: number | null
  z: number | null
}

export interface Mails {
  about_ids: Generated<string[]>
  account_id: string | null
  body: Buffer | null
  created_at: Timestamp
  hold_until: Timestamp | null
  id: Generated<string>
  kind: string
  last_error: string | null
  recipient: string
  sent_at: Timestamp | null
  subject: string
  sweeps: Generated<number>
  swept_at: Timestamp | null
  tries: Generated<number>
}

export interface Matches {
  a_id: string
  a_like: Json | null
  a_muted: Generated<boolean>
  a_read: Generated<number>
  a_received: Generated<number>
  a_shown_read: Generated<number>
  a_unread: Generated<number>
  b_id: string
  b_like: Json | null
  b_muted: Generated<boolean>
  b_read: Generated<number>
  b_received: Generated<number>
  b_shown_read: Generated<number>
  b_unread: Generated<number>
  closing: string | null
  created_at: Timestamp
  ended_at: Timestamp | null
  ended_by: string | null
  for_friends: Generated<boolean>
  id: Generated<string>
  last_kind: string | null
  last_message_at: Timestamp | null
  last_sender_id: string | null
  last_seq: Generated<number>
  last_text: string | null
}

export interface MatchingChoices {
  action: string
  at: Timestamp
  chooser_id: string
  chosen_id: string
}

export interface MatchingMatches {
  a_id: string
  a_muted: boolean
  a_read: number
  a_received: number
  a_shown_read: number
  b_id: string
  b_muted: boolean
  b_read: number
  b_received: number
  b_shown_read: number
  created_at: Timestamp
  ended_at: Timestamp | null
  for_friends: boolean
  id: string
  last_message_at: Timestamp | null
  last_seq: number
}

export interface MatchingReached {
  chooser_id: string
  chosen_id: string
}

export interface MediaWaiting {
  bytes: Buffer | null
  due_at: Timestamp
  key: string
  owner_id: string
  since: Timestamp
  size: number
  tries: Generated<number>
}

export interface Messages {
  client_id: string
  created_at: Timestamp
  deleted_at: Timestamp | null
  earlier_texts: string[] | null
  edited_at: Timestamp | null
  hidden_at: Timestamp | null
  id: Generated<string>
  kind: string | null
  match_id: string
  public_id: string | null
  reply_to: string | null
  sender_id: string
  seq: number
  text: string | null
}

export interface Migrations {
  applied_at: Generated<Timestamp>
  name: string
  needs: string | null
}

export interface ModerationAccountLabels {
  account_id: string
  label_id: string
}

export interface ModerationFlaggedMessages {
  match_id: string
  message_id: string
  rule: string
}

export interface ModerationHiddenMedia {
  account_id: string
  fingerprints: Json | null
  pictures: Json | null
  sound: Json | null
}

export interface ModerationHiddenTexts {
  account_id: string
  bio: string | null
  prompts: Json | null
  voice_text: string | null
}

export interface ModerationLegalHolds {
  account_id: string
}

export interface ModerationLessExposed {
  account_id: string | null
}

export interface ModerationReported {
  about_id: string
  report_id: string
}

export interface ModerationReporters {
  about_id: string | null
  reporter_id: string | null
}

export interface MonitoringHits {
  account_id: string
  at: Timestamp
  facts: Generated<Json>
  found_on: string
  rule: string
}

export interface MonitoringRules {
  changed_at: Timestamp
  changed_by: string | null
  name: string
  settings: Json
  version: number
}

export interface Notifications {
  about_id: string | null
  account_id: string
  at: Timestamp
  count: Generated<number>
  details: Generated<Json>
  due_at: Timestamp
  id: Generated<string>
  kind: string
  push_due_at: Timestamp | null
  pushed_at: Timestamp | null
  read_at: Timestamp | null
  told_at: Timestamp | null
  topic: string
}

export interface OrderFits {
  adopted: boolean
  calibration: number | null
  choices: number
  fitted_at: Timestamp
  groups: Json
  loss: number | null
  loss_in_use: number | null
  version: number
}

export interface OrderGroups {
  gender_group: string
  gets_likes: number
  gets_of: number
  gives_likes: number
  gives_of: number
  mean_shown: Generated<number>
  pinned: Generated<boolean>
  usual: number
  version: Generated<number>
  weights: Json
}

export interface OrderOutcomes {
  compared_from: Timestamp | null
  comparison: Json | null
  counted_until: Generated<Timestamp>
  fitted_at: Timestamp | null
  is_on: Generated<boolean>
  matches: Generated<number>
  one_row: Generated<boolean>
  weights: Json | null
}

export interface OwnContacts {
  account_id: string
  at: Timestamp
  bucket: number
  compared: Generated<boolean>
  counts_from: Timestamp
  id: Generated<string>
  kind: string
  met_from: Timestamp | null
  value: string
}

export interface Passkeys {
  account_id: string
  created_at: Timestamp
  credential_id: Buffer
  host: string
  id: Generated<string>
  last_used_at: Timestamp | null
  name: string
  public_key: Buffer
  transports: Generated<string[]>
  uses: Int8
}

export interface PaymentCards {
  account_id: string
  card_hash: Buffer
  first_seen_at: Timestamp
}

export interface PaymentCustomers {
  account_id: string
  created_at: Timestamp
  creation_key: Generated<string>
  customer_id: string | null
  provider: string
}

export interface PaymentDifferences {
  account_id: string | null
  found_at: Timestamp
  id: Generated<string>
  kind: string
  ours: Json | null
  outcome: string
  provider: string
  provider_id: string
  settled_at: Timestamp | null
  theirs: Json | null
}

export interface PhotoChecks {
  account_id: string
  asked_at: Timestamp
  decided_at: Timestamp | null
  decided_by: string | null
  decision: string | null
  id: Generated<string>
  pose: string
  public_id: string | null
  second_id: string | null
  second_pose: string
  sent_at: Timestamp | null
  status: Generated<string>
}

export interface Pictures {
  account_id: string
  alt: Generated<string>
  audience: Generated<string>
  created_at: Timestamp
  decided: Json | null
  fingerprint: string | null
  height: number
  id: Generated<string>
  mime_type: string
  name: string
  placeholder: string
  position: number | null
  public_id: string
  review: Generated<string>
  size: number
  to_compare: Generated<boolean>
  width: number
}

export interface PlanShares {
  account_id: string
  cancelled_at: Timestamp | null
  check_at: Timestamp | null
  created_at: Timestamp
  details: Buffer
  expires_at: Timestamp
  home_at: Timestamp | null
  id: Generated<string>
  plan_id: string | null
  starts_at: Timestamp
  token_hash: Buffer
}

export interface Profiles {
  account_id: string
  age_max: Generated<number>
  age_min: Generated<number>
  basics: Generated<Json>
  bio: string | null
  cell_column: number | null
  cell_row: number | null
  city: string | null
  country: string | null
  fields: Generated<Json>
  filters: Generated<Json>
  found_gender: string | null
  found_gender_until: Timestamp | null
  found_shown_to: string[] | null
  gender: string | null
  gender_changes: ArrayType<Timestamp> | null
  home: Json | null
  intention: string | null
  interested_in: Generated<string[]>
  interests: Generated<string[]>
  languages: Generated<string[]>
  level: Generated<number>
  pictures: Generated<Json>
  place_changed_at: Timestamp | null
  place_changes: Generated<number>
  prompts: Generated<Json>
  reach: number | null
  retired: Generated<Json>
  shown_to: string[] | null
  shown_to_at: Timestamp | null
  trip_due_at: Timestamp | null
  trips: Generated<Json>
  updated_at: Timestamp
  voice: Json | null
  voice_details: Json | null
  waiting_column: number | null
  waiting_row: number | null
  x: number | null
  y: number | null
  z: number | null
}

export interface ProfilesBios {
  account_id: string
  bio: string | null
}

export interface ProfilesConsents {
  account_id: string
  kind: string
  version: string
}

export interface ProfilesPictures {
  account_id: string
  alt: string
  audience: string
  fingerprint: string | null
  height: number
  placeholder: string
  position: number | null
  public_id: string
  review: string
  width: number
}

export interface ProfilesPlaces {
  account_id: string
  city: string | null
  country: string | null
  gender: string | null
  gender_changed_at: Timestamp | null
  shown_to: number | null
}

export interface ProfilesPrompts {
  account_id: string
  question: string | null
}

export interface ProfilesShownTexts {
  about: string | null
  author_id: string
  id: string
  place: string
  reader_id: string | null
  since: Timestamp | null
  text: string
  until: Timestamp | null
}

export interface ProfilesWithdrawnFiles {
  account_id: string | null
  public_id: string
  shown: Json | null
  spared_until: Timestamp | null
}

export interface PushSubscriptions {
  account_id: string
  auth: string
  created_at: Timestamp
  endpoint: string
  id: Generated<string>
  p256dh: string
  session_id: string
}

export interface RankingStats {
  account_id: string
  age_max: number | null
  age_min: number | null
  base_rank: Generated<number>
  birth_bucket: Generated<number | null>
  born: string | null
  gave: Generated<number>
  gave_likes: Generated<number>
  gender_group: string | null
  got: Generated<number>
  got_likes: Generated<number>
  joined: string | null
  level: number | null
  pending_factor: Generated<number>
  reach: number | null
  seeks: Generated<number>
  shown: Generated<number>
  shown_to: number | null
  tile: number | null
  x: number | null
  y: number | null
  z: number | null
}

export interface RankingStatsDue {
  account_id: string | null
  age_max: number | null
  age_min: number | null
  base_rank: number | null
  born: string | null
  gender_group: string | null
  joined: string | null
  level: number | null
  reach: number | null
  seeks: number | null
  shown_to: number | null
  tile: number | null
  x: number | null
  y: number | null
  z: number | null
}

export interface Reactions {
  account_id: string
  emoji: string
  match_id: string
  message_id: string
}

export interface RecoveryCodes {
  account_id: string
  code_hash: Buffer
  used_at: Timestamp | null
}

export interface RepeatableSql {
  digest: string
  name: string
}

export interface ReportHistory {
  actor_id: string | null
  after: string | null
  at: Timestamp
  before: string | null
  id: Generated<string>
  reason: string | null
  report_id: string
  what: string
}

export interface ReportLabels {
  label_id: string
  report_id: string
}

export interface ReportMentions {
  account_id: string
  reply_id: string
}

export interface ReportPresence {
  account_id: string
  at: Timestamp
  report_id: string
}

export interface ReportReplies {
  at: Timestamp
  author_id: string | null
  by_staff: boolean
  id: Generated<string>
  is_internal: Generated<boolean>
  message: string
  report_id: string
}

export interface Reports {
  about_id: string | null
  assignee_id: string | null
  clocks_from: Timestamp
  closed_at: Timestamp | null
  created_at: Timestamp
  description: string
  detail: string | null
  detection: Json | null
  due_at: Generated<Timestamp | null>
  evidence: Generated<Json>
  first_answer_at: Timestamp | null
  first_due_at: Timestamp
  id: Generated<string>
  lease_until: Timestamp | null
  lessens_since: Timestamp | null
  message_id: string | null
  named_at: Timestamp | null
  next_due_at: Timestamp | null
  priority: string
  priority_parts: Generated<Json>
  priority_rank: number
  problem_type: string
  public_id: string | null
  reply_count: Generated<number>
  reporter_id: string | null
  resolve_due_at: Timestamp
  status: Generated<string>
  updated_at: Timestamp
  version: Generated<number>
}

export interface SandboxObjects {
  body: Json
  id: string
  seq: Generated<Int8>
}

export interface SavedSearches {
  account_id: string
  alerted_at: Timestamp | null
  alerts: Generated<boolean>
  created_at: Timestamp
  id: Generated<string>
  known: Generated<ArrayType<Int8>>
  name: string
  query: Json
}

export interface SecondFactors {
  account_id: string
  confirmed_at: Timestamp | null
  last_step: Generated<Int8>
  sealed_with: string
  secret: Buffer
}

export interface Secrets {
  account_id: string | null
  code_expires_at: Timestamp | null
  code_hash: Buffer | null
  created_at: Timestamp
  expires_at: Timestamp
  id: Generated<string>
  owner_id: string
  payload: Generated<Json>
  purpose: string
  token_hash: Buffer
  tries_left: Generated<number>
  used_at: Timestamp | null
}

export interface Sessions {
  account_id: string
  address: Generated<string>
  counter: Generated<number>
  created_at: Timestamp
  elevated_at: Timestamp | null
  ended_at: Timestamp | null
  ended_because: string | null
  ends_at: Timestamp
  factor_at: Timestamp | null
  id: string
  last_used_at: Timestamp
  nonce: Buffer
  rotated_at: Timestamp
  second_factor: Generated<boolean>
  user_agent: Generated<string>
}

export interface SetAside {
  account_id: string
  at: Timestamp
  person_id: string
}

export interface ShownTexts {
  about: string | null
  author_id: string
  id: Generated<string>
  place: string
  reader_id: string | null
  since: Timestamp | null
  text: string
  until: Timestamp | null
}

export interface SignIns {
  account_id: string
  address: string
  at: Timestamp
  id: Generated<string>
  outcome: string
  user_agent: string
}

export interface SlowedSenders {
  account_id: string
  ends_at: Timestamp
  gap: Interval
  next_at: Timestamp
  report_id: string | null
}

export interface Subscriptions {
  account_id: string
  added_seconds: Generated<number>
  amount: number
  cancel_at_period_end: Generated<boolean>
  canceled_at: Timestamp | null
  changing_until: Timestamp | null
  client_secret: string | null
  created_at: Timestamp
  currency: string
  current_period_end: Timestamp | null
  current_period_start: Timestamp | null
  disputed: Generated<boolean>
  given_seconds: Generated<number>
  id: Generated<string>
  payment_intent_id: string | null
  plan: string
  provider: string
  provider_id: string | null
  renewal_told_for: Timestamp | null
  requires_action: Generated<boolean>
  setup_intent_id: string | null
  status: string
  tax_country: string | null
  tax_postal_code: string | null
  trial_days: number | null
  trial_end: Timestamp | null
  trial_start: Timestamp | null
  updated_at: Timestamp
  version: Generated<Int8>
}

export interface SuspendedFactors {
  account_id: string
  created_at: Timestamp
  credential: Json
  id: Generated<string>
  kind: string
  name: string
  suspended_at: Timestamp
}

export interface UncountedChoices {
  choices: number
  chooser_id: string
  chosen_id: string
  id: Generated<Int8>
  likes: number
}

export interface Views {
  day: string
  seen: string
  seen_last_month: string | null
  seen_this_month: string | null
  viewer_id: string
}

export interface VoiceNotes {
  account_id: string
  created_at: Timestamp
  duration_ms: number
  file_id: string
  match_id: string
  message_id: string
  peaks: number[]
  size: number
}

export interface WatchlistPhotos {
  added_at: Timestamp
  added_by: string | null
  decisions: Generated<string[]>
  due: Generated<boolean>
  fingerprint: string
  id: Generated<string>
  kind: Generated<string>
  note: string
}

export interface WithdrawnDetails {
  account_id: string
  details: Json
  erase_at: Timestamp
  kind: Generated<string>
  withdrawn_at: Timestamp
}

export interface DB {
  access_reasons: AccessReasons
  account_labels: AccountLabels
  account_links: AccountLinks
  account_tallies: AccountTallies
  accounts: Accounts
  address_changes: AddressChanges
  admission_messages: AdmissionMessages
  admission_regions: AdmissionRegions
  admissions: Admissions
  age_documents: AgeDocuments
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
  banned_addresses: BannedAddresses
  batch_items: BatchItems
  batches: Batches
  billing_events: BillingEvents
  blind_review_readers: BlindReviewReaders
  blind_reviews: BlindReviews
  blocks: Blocks
  boosts: Boosts
  budgets: Budgets
  calls: Calls
  cell_counts: CellCounts
  chat_messages: ChatMessages
  chat_outcomes: ChatOutcomes
  chat_voice_notes: ChatVoiceNotes
  choices: Choices
  configurations: Configurations
  consents: Consents
  contacts: Contacts
  date_answers: DateAnswers
  date_plans: DatePlans
  decision_reports: DecisionReports
  decisions: Decisions
  delivery_mails: DeliveryMails
  discovery_blocks: DiscoveryBlocks
  discovery_hidden: DiscoveryHidden
  discovery_learning: DiscoveryLearning
  discovery_listings: DiscoveryListings
  discovery_searches: DiscoverySearches
  discovery_seekers: DiscoverySeekers
  dropped_files: DroppedFiles
  duplicate_photos: DuplicatePhotos
  erasures: Erasures
  evidence: Evidence
  evidence_contents: EvidenceContents
  facts: Facts
  flagged_messages: FlaggedMessages
  former_addresses: FormerAddresses
  fraud_notices: FraudNotices
  fraud_warnings: FraudWarnings
  friend_choices: FriendChoices
  friend_profiles: FriendProfiles
  handfuls: Handfuls
  hidden_from: HiddenFrom
  identities: Identities
  identity_last_seen: IdentityLastSeen
  identity_open_sessions: IdentityOpenSessions
  identity_people: IdentityPeople
  identity_sign_ins: IdentitySignIns
  incognito_shown: IncognitoShown
  invitations: Invitations
  invoices: Invoices
  labels: Labels
  last_seen: LastSeen
  lasting_keys: LastingKeys
  late_payments: LatePayments
  legal_holds: LegalHolds
  like_counts: LikeCounts
  like_hours: LikeHours
  likes_received: LikesReceived
  listings: Listings
  listings_due: ListingsDue
  listings_when_admitted: ListingsWhenAdmitted
  mails: Mails
  matches: Matches
  matching_choices: MatchingChoices
  matching_matches: MatchingMatches
  matching_reached: MatchingReached
  media_waiting: MediaWaiting
  messages: Messages
  migrations: Migrations
  moderation_account_labels: ModerationAccountLabels
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
  order_fits: OrderFits
  order_groups: OrderGroups
  order_outcomes: OrderOutcomes
  own_contacts: OwnContacts
  passkeys: Passkeys
  payment_cards: PaymentCards
  payment_customers: PaymentCustomers
  payment_differences: PaymentDifferences
  photo_checks: PhotoChecks
  pictures: Pictures
  plan_shares: PlanShares
  profiles: Profiles
  profiles_bios: ProfilesBios
  profiles_consents: ProfilesConsents
  profiles_pictures: ProfilesPictures
  profiles_places: ProfilesPlaces
  profiles_prompts: ProfilesPrompts
  profiles_shown_texts: ProfilesShownTexts
  profiles_withdrawn_files: ProfilesWithdrawnFiles
  push_subscriptions: PushSubscriptions
  ranking_stats: RankingStats
  ranking_stats_due: RankingStatsDue
  reactions: Reactions
  recovery_codes: RecoveryCodes
  repeatable_sql: RepeatableSql
  report_history: ReportHistory
  report_labels: ReportLabels
  report_mentions: ReportMentions
  report_presence: ReportPresence
  report_replies: ReportReplies
  reports: Reports
  sandbox_objects: SandboxObjects
  saved_searches: SavedSearches
  second_factors: SecondFactors
  secrets: Secrets
  sessions: Sessions
  set_aside: SetAside
  shown_texts: ShownTexts
  sign_ins: SignIns
  slowed_senders: SlowedSenders
  subscriptions: Subscriptions
  suspended_factors: SuspendedFactors
  uncounted_choices: UncountedChoices
  views: Views
  voice_notes: VoiceNotes
  watchlist_photos: WatchlistPhotos
  withdrawn_details: WithdrawnDetails
}
