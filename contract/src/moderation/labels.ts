import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, lineText } from '../text.ts'
import { Label, LabelTone, LONGEST_LABEL } from './label.ts'

export const labelledKinds = ['users', 'reports'] as const
const thing = { kind: z.enum(labelledKinds), id }
const name = lineText(LONGEST_LABEL)
const ofThing = dataOf({ labels: z.array(Label) })

export const labels = defineRoutes({
  listLabels: {
    method: 'GET',
    path: '/admin/labels',
    access: 'staff:reports.read',
    summary: 'List the team’s labels, by name',
    returns: dataOf({ labels: z.array(Label) }),
  },
  addLabel: {
    method: 'POST',
    path: '/admin/labels/:kind/:id',
    access: 'staff:reports.work',
    summary: 'Add a label to a user or report, by name; a new name makes a new label',
    params: z.strictObject(thing),
    body: z.strictObject({ name, tone: z.optional(LabelTone) }),
    returns: ofThing,
    errors: ['conflict'],
  },
  removeLabel: {
    method: 'DELETE',
    path: '/admin/labels/:kind/:id/:labelId',
    access: 'staff:reports.work',
    summary: 'Remove a label from a user or report',
    params: z.strictObject({ ...thing, labelId: id }),
    returns: ofThing,
  },
  editLabel: {
    method: 'PATCH',
    path: '/admin/labels/:labelId',
    access: 'staff:configuration',
    summary: 'Rename a label, or change its color',
    params: z.strictObject({ labelId: id }),
    body: z.strictObject({ name: z.optional(name), tone: z.optional(LabelTone) }),
    returns: dataOf({ label: Label }),
    errors: ['conflict'],
  },
  deleteLabel: {
    method: 'DELETE',
    path: '/admin/labels/:labelId',
    access: 'staff:configuration',
    summary: 'Delete a label, also from the users and reports that have it',
    params: z.strictObject({ labelId: id }),
    returns: Done,
  },
})
