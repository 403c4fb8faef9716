import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { basename, join } from 'node:path'
import { defineConfig } from 'vite'
import {
  callsWithoutSchemas,
  compiledMessages,
  dependenciesInOrder,
  faceAtOnce,
  layersInOrder,
  lightPreload,
} from './plugins.ts'
import { words } from './words/plugin.ts'

/** The first pages contain their icons. All other icons load once and together, instead of one file each. */
const firstIcons = [
  'arrow-left-right|check|chevron-down|circle-exclamation-point|circle-check|eye|eye-off|globe|info',
  'message-square-quote|rotate-cw|scale|shield-check|trending-up|triangle-exclamation-point',
].join('|')
const withFirstPages = new RegExp(String.raw`/icons/(${firstIcons})\.m?js$`)
/** Voice notes and calls load after the page, and their icons with them. */
const ofSound = /\/icons\/(mic|mic-off|pause|phone|phone-off|play|square|video|video-off)\.m?js$/
/** The back office loads without these. */
const memberIcons = [
  'baby|badge-check|bell-off|bell-ring|briefcase-business|calendar-days|calendar-heart',
  'calendar-plus|cigarette|compass|ellipsis|fingerprint-pattern|gallery-vertical|graduation-cap',
  'hand-heart|id-card|image-plus|infinity|languages|layout-grid|list-checks|locate-fixed|map-pin',
  'message-circle|message-circle-question-mark|quote|reply|ruler|salad|send-horizontal|settings',
  'star|sun-moon|target|text-quote|undo-2|unlink|wine|zap',
].join('|')
const ofMembers = new RegExp(String.raw`/icons/(${memberIcons})\.m?js$`)
const otherIcons = (id: string) =>
  /lucide-react\/.*\/icons\//.test(id) && ![withFirstPages, ofSound, ofMembers].some((icons) => icons.test(id))

/** The code for lists, concurrent queries and changes, which the first pages don't use. */
const laterQueries = String.raw`((queries|infiniteQuery|mutation)Observer|use(Queries|InfiniteQuery|Mutation))\.`

/**
 * Code that every page needs is in one chunk, because several would be larger. Code that only some pages load doesn't
 * belong here.
 */
const everyPage = new RegExp(
  [
    String.raw`/node_modules/(react|react-dom|scheduler)/`,
    String.raw`/@tanstack/(?!.*/${laterQueries})`,
    String.raw`/node_modules/@lingui/(core|react|message-utils)/`,
    String.raw`/lucide-react/dist/esm/(createLucideIcon|Icon|defaultAttributes|context|shared)`,
    String.raw`/web/src/session/(actions|credentials|storage|store)\.ts`,
    String.raw`/web/src/api/(base|client|credentials|error-text|failure|in-language|isolate)\.ts`,
    String.raw`/web/src/api/(fetch-again|fresh-data|queries|reader-language|retry|send|settings|use-welcome-words)\.ts`,
    String.raw`/web/src/(paths|root|router/[a-z]+)\.tsx?`,
    String.raw`/web/src/(words/(language|load)|ui/reading-locale)\.ts`,
    // Components that the root itself renders. In a separate chunk, they would load before the modules that they need.
    String.raw`/web/src/ui/((button|problem|toast)\.tsx|(button|pieces|toast)\.module\.css)`,
    String.raw`/lucide-react/dist/esm/icons/(circle-exclamation-point|circle-check|rotate-cw)\.`,
    String.raw`/contract/src/(calls|errors|languages|identity/auth|operations/system)\.ts`,
  ].join('|'),
)

/** Small modules that the welcome page shares with others. Together, they compress better. */
const welcomeParts = new RegExp(
  [
    String.raw`/lucide-react/dist/esm/icons/(arrow-left-right|check|scale|trending-up)\.`,
    String.raw`/web/src/ui/(cost\.ts|(fit|landing)\.module\.css)`,
    String.raw`/web/src/(api/own-texts\.ts|public/layout/(classes\.ts|footer\.tsx))`,
  ].join('|'),
)

// Small modules that many screens share. As separate files, they would cost more in headers than in content.

/** Modules that the first pages share with most others. */
const firstParts = new RegExp(
  [
    String.raw`/lucide-react/dist/esm/icons/(chevron-down|globe|info|shield-check|triangle-exclamation-point)\.`,
    String.raw`/web/src/words/language-select\.tsx`,
    String.raw`/web/src/ui/(classes|field|logo|pieces)\.(ts|tsx|module\.css)`,
  ].join('|'),
)
/** The gender fields, which three screens share. */
const gender = /\/web\/src\/(member\/onboarding\/(consent-tick|gender-fields|rows|use-checked)|ui\/choice-tile)\./
/** The frame and fields of screens that ask one question at a time. */
const oneQuestion = new RegExp(
  [
    String.raw`/web/src/ui/(code-boxes|day-field|day-text|digits|step-count|step-frame)\.`,
    String.raw`/web/src/(router/step-history|public/layout/step-layout|public/join/steps)\.|/contract/src/name-form\.`,
  ].join('|'),
)
/** Modules that most screens for signed-in users share. */
const kit = new RegExp(
  [
    String.raw`/@tanstack/.*/${laterQueries}`,
    String.raw`/lucide-react/dist/esm/icons/eye\.`,
    String.raw`/web/src/ui/(avatar|beside|dialog|empty-state|filter-select|more-button|picture|segments|select-field)\.`,
    String.raw`/web/src/ui/(direction|folded|stat-card|state|tick|toggle-group|unsaved|use-formats|use-is-stable|use-now|use-wide)\.`,
    String.raw`/web/src/member/(matches/your-turn|use-action)\.`,
    String.raw`/web/src/(api/(fields-client|params|rules|use-own-values)|session/(use-form-draft|form-drafts))\.ts`,
    String.raw`/contract/src/(billing/subscriptions|delivery/notifications|identity/second-factor|moderation/reports|profiles/(fields|places|users))\.ts`,
    String.raw`/contract/src/operations/configuration\.ts`,
  ].join('|'),
)
/** Liking and passing, which the deck, profiles and likes share. */
const swiping = new RegExp(
  [
    String.raw`/web/src/member/people/(liking|swipe-buttons|use-choose|use-like-with-note|use-match-moment)\.`,
    String.raw`/web/src/ui/act-button\.`,
  ].join('|'),
)
/** Modules that most screens of the back office share. */
const office = new RegExp(
  [
    String.raw`/web/src/admin/(access-reasons|load-older|reason-dialog|stats-problem)\.`,
    String.raw`/web/src/admin/(state-words|use-last-page|users/lazy-dialogs)\.`,
    String.raw`/web/src/admin/(approvals/use-approvals|dashboard/stats)\.`,
    String.raw`/web/src/admin/reports/(short-id|use-claim-next|use-colleagues)\.`,
    String.raw`/web/src/ui/(pager|sort-head|table|table-blocks)\.`,
    String.raw`/web/src/session/rights\.ts|/contract/src/staff\.ts`,
  ].join('|'),
)

/** Small modules that the frame of members shares with a few screens. */
const memberParts = new RegExp(
  [
    String.raw`/web/src/(member/(abroad/protected|layout/(gate|places)|use-is-quiet)|ui/use-visible)\.`,
    String.raw`/contract/src/safety/at-risk\.`,
  ].join('|'),
)

/** Modules of the back office's frame, which members load no part of. */
const officeFrame = new RegExp(
  [
    String.raw`/web/src/admin/(if-allowed|layout/(keys|recent-places)|list-problem|role-names|use-work-queue|user-link)\.`,
    String.raw`/web/src/ui/(list-keys|popover)\.|/contract/src/moderation/approvals\.`,
  ].join('|'),
)
/** Modules that the lists of users and reports share. */
const officeLists = new RegExp(
  [
    String.raw`/web/src/admin/(count-text|filter-row|saved-views|split-view)\.`,
    String.raw`/web/src/admin/batches/(lazy-bulk-dialog|use-selection)\.`,
    String.raw`/web/src/ui/(search-box|use-typed-search)\.`,
  ].join('|'),
)
/** Labels in the lists of users and reports. */
const officeLabels = /\/web\/src\/admin\/labels\/(label-list|use-label-filter|use-labels)\./
/** Modules that the lists of users and the screens about one user share. */
const officeUsers = /\/web\/src\/admin\/users\/(facts-list|filter-names|last-active|use-ago|use-facts|use-users)\./
/** The view that all cases share. */
const officeCases = new RegExp(
  [
    String.raw`/web/src/admin/case/(bubble|case-layout|case-queue|case-reason|correspondence|decision-toast|key-hint|show-filter)\.`,
    String.raw`/web/src/admin/record-navigation\.`,
  ].join('|'),
)

const api = process.env['KINDRED_API'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  // React has included this hook for years, but Lingui still imports the shim for older versions.
  resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
  // The macros run before the compiler, after which they wouldn't be found. English texts are the source and stay in
  // the code; those of other languages are in separate files.
  plugins: [
    callsWithoutSchemas(),
    lightPreload(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' })] }),
    react({ compiler: true }),
    compiledMessages(),
    words(join(import.meta.dirname, 'src/words/load.ts')),
    layersInOrder(),
    faceAtOnce(),
    dependenciesInOrder(),
    tailwindcss(),
  ],
  // Class names include their module: `.quiet` in button.module.css becomes `button_quiet`.
  css: { modules: { generateScopedName: (name, file) => `${basename(file.split('?')[0]!, '.module.css')}_${name}` } },
  build: {
    sourcemap: 'hidden',
    chunkSizeWarningLimit: 400,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        // The first route lists every file, so longer names would cost each visitor half a kilobyte. Source maps show
        // what each file contains.
        hashCharacters: 'base36',
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'icons', test: otherIcons },
            { name: 'sound-icons', test: ofSound },
            { name: 'member-icons', test: ofMembers },
            { name: 'every-page', test: everyPage },
            { name: 'welcome-parts', test: welcomeParts },
            { name: 'first-parts', test: firstParts },
            { name: 'kit', test: kit },
            { name: 'gender', test: gender },
            { name: 'member-parts', test: memberParts },
            { name: 'swiping', test: swiping },
            { name: 'one-question', test: oneQuestion },
            { name: 'office', test: office },
            { name: 'office-frame-parts', test: officeFrame },
            { name: 'office-lists', test: officeLists },
            { name: 'office-labels', test: officeLabels },
            { name: 'office-users', test: officeUsers },
            { name: 'office-cases', test: officeCases },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': api, '/dev': api, '/docs': api, '/socket': { target: api.replace('http', 'ws'), ws: true } },
  },
})
