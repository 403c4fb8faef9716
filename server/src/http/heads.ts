// Titles, descriptions and pictures of public pages, for search engines and link previews, which run no scripts. The
// web app sets the same title and description when it opens a page (`usePage`). scripts/social-pictures.ts draws the
// pictures.

export const NO_SCRIPT = '%BRAND% needs JavaScript.'

type Head = { title: string; description: string }

export const defaultHead: Head = {
  title: '%BRAND%',
  description: '%BRAND% shows you one person at a time, why you might click, and how certain that is.',
}

export const heads: Record<string, Head> = {
  '/login': {
    title: 'Admin Dashboard · %BRAND%',
    description: 'Manage users, subscriptions, and platform analytics',
  },
  '/signin': { title: 'Sign in · %BRAND%', description: 'Sign in to %BRAND%.' },
  '/join': { title: 'Join · %BRAND%', description: 'Join %BRAND% for free. For adults %AGE% and over.' },
  '/privacy': {
    title: 'Privacy Policy · %BRAND%',
    description: 'What %BRAND% keeps about you, why and for how long, and how to take it with you.',
  },
  '/faqs': { title: 'FAQs · %BRAND%', description: 'Frequently asked questions about %BRAND%.' },
  '/terms': { title: 'Terms · %BRAND%', description: 'What you and %BRAND% promise each other.' },
  '/rules': { title: 'Community rules · %BRAND%', description: 'How we treat each other at %BRAND%.' },
  '/help': { title: 'Help Center · %BRAND%', description: 'Get help with %BRAND%.' },
  '/transparency/public': {
    title: 'Transparency · %BRAND%',
    description: 'How many reports, decisions and appeals %BRAND% handled in the last half-year.',
  },
  '/imprint': { title: 'Imprint · %BRAND%', description: 'Who runs %BRAND%.' },
  '/safety': { title: 'Safety Tips · %BRAND%', description: 'How to stay safe when you meet someone.' },
}

export const pictureOf = (path: string): string => `social${path}.png`

export const headAt = (path: string): Head & { picture: string } => {
  const head = Object.hasOwn(heads, path) ? heads[path] : undefined
  return head ? { ...head, picture: pictureOf(path) } : { ...defaultHead, picture: 'social.png' }
}
