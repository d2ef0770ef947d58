import { searchUsers } from '@askwell/contract/users.ts'
import { useText } from '../../i18n/text.tsx'
import { call } from '../../session.ts'
import { CompletedInput } from '../../ui/completed-input.tsx'
import { UserAvatar } from './user-card.tsx'

/** A member's name; a few letters of any name of theirs bring up members who may see the post it is about. */
export function UserField({ name, label, object_id }: { name: string; label: string; object_id: string }) {
  const t = useText('comments')
  return (
    <CompletedInput
      name={name}
      label={label}
      required
      listLabel={t('members')}
      find={(word) => call(searchUsers, { query: { username: word.replace(/^@/, ''), object_id } })}
      valueOf={({ username }) => username}
    >
      {(member) => (
        <>
          <UserAvatar user={member} size="tiny" />
          <span dir="auto">{member.display_name}</span>
          <small>@{member.username}</small>
        </>
      )}
    </CompletedInput>
  )
}
