import type { Viewer } from '../api/isolate.ts'
import { getSession } from '../session/store.ts'

/** How the app addresses who is signed in. Of a gender in own words we can't tell, so those are addressed neutrally. */
export function viewerNow(): Viewer {
  const gender = getSession().user?.gender
  return gender === 'woman' ? 'female' : gender === 'man' ? 'male' : 'other'
}
