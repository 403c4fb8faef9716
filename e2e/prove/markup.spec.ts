import { randomUUID } from 'node:crypto'
import { anySize, fillJoinForm, newMember, newPerson, signInAs, expect, test, likeEachOther } from '../world.ts'

const markup =
  `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script> ` +
  '**bold** [here](javascript:alert(1)) {{7*7}} <style>body{display:none}</style>'

test('user text appears as typed, and only web addresses become links', anySize, async ({ page }) => {
  const [ada, ben] = [
    await newMember(page),
    await newMember(page, { firstName: 'Ben' }, { gender: 'man', bio: markup }),
  ]
  const params = { id: await likeEachOther(ada, ben) }
  const links = 'javascript:alert(1) data:text/html,<b>x</b> //evil.example https://example.org/?q="><script>1</script>'
  for (const text of [markup, links]) await ben.client.sendMessage({ params, body: { clientId: randomUUID(), text } })
  await signInAs(page, ada)
  await page.goto(`/members/${ben.user._id}`)
  await expect(page.getByText(markup)).toBeVisible()
  await page.goto(`/chat/${params.id}`)
  const log = page.getByRole('log')
  await expect(log.getByText(markup)).toBeVisible()
  await expect(log.getByText('javascript:alert(1) data:text/html,<b>x</b> //evil.example')).toBeVisible()
  const found = await log.getByRole('link').evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  // The other link is our own, in the warning about links.
  expect(found.filter((href) => href !== '/safety')).toEqual(['https://example.org/?q='])
  await expect(log.locator('b, img[src="x"], script, style')).toHaveCount(0)
  await expect(page).not.toHaveTitle('taken')
})

test('passwords can be pasted, and are hidden while typed', anySize, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/join')
  await page.evaluate(() => navigator.clipboard.writeText('harbour lemon violin'))
  for (const [path, label] of [
    ['/join', 'Password'],
    ['/signin', 'Password'],
    ['/login', 'Password'],
  ] as const) {
    await (path === '/join' ? fillJoinForm(page, { ...newPerson(), password: '' }) : page.goto(path))
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveAttribute('autocomplete', /^(current|new)-password$/)
    await field.focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(field).toHaveValue('harbour lemon violin')
  }
})
