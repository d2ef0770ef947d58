import type { MemberFile } from '@askwell/contract/bulk.ts'
import { USER_NOTE_MAX } from '@askwell/contract/limits.ts'
import { Form } from 'react-router'
import { FormToken, PageForm } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { Label } from '../../ui/label.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stat, Stats } from '../../ui/stats.tsx'
import { Table } from '../../ui/table.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { Time } from '../../ui/time.tsx'
import './pick-bar.css'

/** What is known of a member beside their account: what they did, how they were judged, and what staff noted. */
export function MemberFilePanels({ user_id, file }: { user_id: string; file: MemberFile }) {
  const t = useText('bulk')
  return (
    <>
      <Doings user_id={user_id} file={file} />
      <Notes file={file} />
      <Panel title={t('suspensions')}>
        {file.suspensions.length === 0 ? (
          <p>{t('no_suspensions')}</p>
        ) : (
          <ul className="member-notes">
            {file.suspensions.map(({ suspended, by, at }) => (
              <li key={at}>
                {suspended ? t('suspended_by', { name: by }) : by ? t('let_back_by', { name: by }) : t('let_back')}{' '}
                <Time at={at} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Flags title={t('flags_on')} flags={file.flags_on} count={file.flags_on_count} />
      <Flags title={t('flags_by')} flags={file.flags_by} count={file.flags_by_count} />
    </>
  )
}

function Doings({ user_id, file }: { user_id: string; file: MemberFile }) {
  const t = useText('bulk')
  const ta = useText('admin')
  const { number } = useLanguage()
  const all = (place: string, state = '') =>
    `${paths.admin(place)}?${new URLSearchParams({ author: `user:${user_id}`, ...(state && { filter: state }) })}`
  const figures = [
    ['questions', file.questions],
    ['answers', file.answers],
    ['comments', file.comments],
  ] as const
  return (
    <Panel title={t('member_here')}>
      <Stats>
        {figures.map(([place, figure]) => (
          <Stat
            key={place}
            name={ta(`page_${place}`)}
            note={
              figure.deleted > 0 && (
                <Link to={all(place, 'deleted')}>{t('member_deleted', { count: figure.deleted })}</Link>
              )
            }
          >
            <Link to={all(place)}>{number(figure.all)}</Link>
          </Stat>
        ))}
        <Stat name={t('member_votes')}>{number(file.votes)}</Stat>
        <Stat name={t('audit')}>{number(file.audit_count)}</Stat>
        <Stat name={t('member_seen')} note={t('member_sessions', { count: file.sessions })}>
          <span className="user-fact">
            {file.last_seen_at > 0 ? <Time at={file.last_seen_at} /> : t('member_never')}
          </span>
        </Stat>
      </Stats>
    </Panel>
  )
}

function Notes({ file }: { file: MemberFile }) {
  const t = useText('bulk')
  return (
    <Panel title={t('notes')} note={t('notes_help')} id="notes">
      {file.notes.length === 0 ? (
        <p>{t('no_notes')}</p>
      ) : (
        <ul className="member-notes">
          {file.notes.map((note) => (
            <li key={note.id}>
              <p dir="auto">{note.text}</p>
              <small>
                {note.written_by}, <Time at={note.created_at} />
              </small>
              {note.own && (
                <Form method="post" preventScrollReset>
                  <FormToken />
                  <input type="hidden" name="note_id" value={note.id} />
                  <Button type="submit" size="small" look="quiet" name="intent" value="delete_note">
                    {t('delete_note_button')}
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      <PageForm intent="note" labels={{ text: t('note') }} key={file.notes[0]?.id}>
        {(field, { busy }) => (
          <>
            <Textarea {...field('text')} label={t('note')} rows={3} maxLength={USER_NOTE_MAX} required />
            <SubmitButton look="plain" busy={busy}>
              {t('write_note')}
            </SubmitButton>
          </>
        )}
      </PageForm>
    </Panel>
  )
}

const DECIDED = { 1: 'flag_open', 2: 'flag_agreed', 3: 'flag_declined' } as const

function Flags({ title, flags, count }: { title: string; flags: MemberFile['flags_on']; count: number }) {
  const t = useText('bulk')
  return (
    <Panel title={title} note={count > flags.length && t('latest_of', { shown: flags.length, count })}>
      {flags.length === 0 ? (
        <p>{t('no_flags')}</p>
      ) : (
        <Table caption={title} columns={[{ name: t('thing') }, { name: t('state') }, { name: t('when') }]}>
          {flags.map((flag) => (
            <tr key={flag.id}>
              <th scope="row" data-label={t('thing')}>
                <Link to={paths.question({ id: flag.question_id, url_title: '' })}>{t('flagged_thing')}</Link>
              </th>
              <td data-label={t('state')}>
                <Label kind={flag.status === 1 ? 'warning' : undefined}>
                  {t(DECIDED[flag.status as keyof typeof DECIDED] ?? 'flag_open')}
                </Label>
              </td>
              <td data-label={t('when')}>
                <Time at={flag.created_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}
