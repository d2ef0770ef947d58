import type { KeyIn } from './message-keys.ts'

/** Why a request is answered as it is: names in the API; the texts are in locales/<language>/reasons.json. */
const REFUSALS = [
  'base.success',
  'base.request_format_error',
  'base.unauthorized_error',
  'base.forbidden_error',
  'base.not_found_error',
  'base.conflict_error',
  'base.body_too_large',
  'base.too_many_requests', // seconds
  'base.forged_form',
  'base.server_error',
  'base.overloaded', // seconds
  'base.maintenance',
  'base.restoring',
  'base.files_unavailable',
  'base.storage_gone',
  'base.storage_full',
  'base.storage_read_only',
  'base.not_installed',
  'base.already_installed',

  'error.database.connection_failed', // message
  'error.database.create_table_failed', // message
  'error.database.no_rights',
  'error.database.not_utf8', // encoding
  'error.install.create_config_failed',

  'error.object.email_or_password_incorrect',
  'error.object.captcha_verification_failed',
  'error.object.old_password_verification_failed',
  'error.user.wrong_password',
  'error.user.user_center_only',
  'error.object.not_found',
  'error.object.disallow_vote_your_self',
  'error.object.disallow_vote',
  'error.email.duplicate',
  'error.email.illegal_email_domain_error',
  'error.email.need_to_be_verified',
  'error.email.verify_url_expired',
  'error.email.already_verified',
  'error.user.not_found',
  'error.user.suspended',
  'error.user.not_allowed_registration',
  'error.user.not_allowed_password_login',
  'error.user.second_factor_needed',
  'error.user.second_factor_required',
  'error.user.log_in_again',
  'error.second_factor.wrong_code',
  'error.second_factor.over',
  'error.second_factor.not_begun',
  'error.second_factor.kept_by_site',
  'error.second_factor.none',
  'error.invitation.gone',
  'error.invitation.no_passwords',
  'error.invitation.nobody',
  'error.invitation.not_invited', // e_mail, why
  'error.invitation.staff_once',
  'error.connector.wrong_code',
  'error.connector.start_over',
  'error.connector.taken', // name
  'error.connector.already_bound', // name
  'error.connector.last_way',
  'error.oembed.format',
  'error.passkey.refused',
  'error.passkey.too_many', // max
  'error.token.not_for_programs',
  'error.token.scope_missing', // scope
  'error.token.too_many', // max
  'error.user.username_duplicate',
  'error.user.cannot_change_own_role',
  'error.user.cannot_change_own_status',
  'error.user.cannot_change_own_login',
  'error.user.last_admin',

  'error.rank.no_enough_rank_to_operate', // rank, have
  'error.rank.fail_to_meet_the_condition',
  'error.tag.unknown_needs_rank', // tag, rank, have

  'error.question.not_found',
  'error.question.gone',
  'error.question.cannot_deleted',
  'error.question.cannot_update',
  'error.post.open',
  'error.post.closed',
  'error.post.deleted',
  'error.post.pending',
  'error.post.pinned',
  'error.post.unlisted',
  'error.answer.not_found',
  'error.answer.cannot_deleted',
  'error.answer.cannot_update',
  'error.answer.restrict_answer',
  'error.answer.question_closed_cannot_add',
  'error.comment.not_found',
  'error.comment.edit_time_over',
  'error.draft.newer',
  'error.draft.no_room', // max
  'error.revision.review_underway',
  'error.revision.moved_on',
  'error.revision.not_found',
  'error.revision.needs_review',

  'error.common.invalid_url',
  'error.report.not_found',
  'error.review.decided_approve', // name
  'error.review.decided_reject', // name
  'error.review.decided_withdrawn', // name
  'error.review.decided_edit_post', // name
  'error.review.decided_close_post', // name
  'error.review.decided_delete_post', // name
  'error.review.decided_unlist_post', // name
  'error.review.decided_ignore_report', // name
  'error.review.decided_held', // name
  'error.review.text_changed',

  'error.tag.not_found',
  'error.tag.already_exist',
  'error.tag.is_used_cannot_delete',
  'error.tag.has_synonyms',
  'error.tag.cannot_set_synonym_as_itself',

  'error.text.secrets',
  'error.text.secret_private_key',
  'error.text.secret_token',
  'error.text.secret_password',
  'error.upload.empty',
  'error.upload.too_large', // max
  'error.upload.too_many_pixels', // max
  'error.upload.too_many_frames', // max
  'error.upload.too_large_stored',
  'error.upload.too_many_unused', // max
  'error.upload.unsupported_format', // allowed
  'error.upload.not_allowed',
  'error.upload.infected',
  'error.upload.not_scanned',

  'error.smtp.failed', // message, server
  'error.smtp.silent', // server, seconds
  'error.login.second_factor_first',
  'error.lang.not_found',
  'error.role.not_found',
  'error.plugin.not_found',
  'error.plugin.no_answer',
  'error.plugin.wrong_package', // message
  'error.plugin.name_taken', // name, slug_name
  'error.plugin.not_agreed',
  'error.plugin.only_one',
  'error.plugin.too_many',
  'error.plugin.registry', // message
  'error.plugin.no_service', // message
  'error.plugin.wrong_setting', // message
  'error.badge.has_it',
  'error.task.fault', // message
  'error.task.ends_process',
  'error.task.running',
  'error.announcement.past',
  'error.reputation.of_admin',
  'error.backup.damaged', // message
  'error.backup.damaged_behind',
  'error.backup.damaged_contents',
  'error.backup.damaged_end',
  'error.backup.damaged_foreign', // path
  'error.backup.damaged_part', // path
  'error.backup.link', // path
  'error.backup.name_taken', // path
  'error.backup.newer', // version
  'error.backup.no_file', // path
  'error.backup.no_folder', // path
  'error.backup.no_room', // path
  'error.backup.no_room_for_content', // path
  'error.s3.none',
  'error.backup.not_alone',
  'error.backup.other_name',
  'error.backup.others_running',
  'error.s3.away',
  'error.s3.failed', // status
  'error.s3.no_bucket',
  'error.s3.not_kept',
  'error.s3.in_use',
  'error.s3.changed',
  'error.s3.private',
  'error.s3.refused',
  'error.backup.there_already',
  'error.backup.unreadable',
  'error.embeddings.answered', // status
  'error.embeddings.away',
  'error.embeddings.no_extension',
  'error.embeddings.no_index',
  'error.embeddings.not_allowed',
  'error.embeddings.not_embeddings',
  'error.embeddings.plugin', // why
  'error.embeddings.plugin_off',
  'error.embeddings.private',
  'error.embeddings.refused',
  'error.embeddings.too_often',
  'error.embeddings.too_wide', // dimensions
  'error.export.no_room', // path
  'error.export.no_rows', // path
  'error.export.not_empty', // path
  'error.storage.away', // message
  'error.storage.damaged', // file
  'error.storage.full', // file
  'error.storage.no_database', // file
  'error.storage.no_right', // message
  'error.storage.no_room',
  'error.storage.no_room_for', // path
  'error.storage.not_opened', // file
  'error.storage.place', // path, message
  'error.storage.read_only', // file
  'error.storage.refused', // message
  'error.fetch.address',
  'error.fetch.answered', // status
  'error.fetch.nothing',
  'error.fetch.silent',
  'error.fetch.too_large',
  'error.store.failed', // plugin, why
  'error.store.in_use',
  'error.store.no_plugins', // plugin
  'error.store.none',
  'error.store.restore',
  'error.update.no_version',
  'error.import.archive',
  'error.import.choices',
  'error.import.damaged',
  'error.import.fetch',
  'error.import.folder',
  'error.import.map_columns', // name, columns
  'error.import.no_dump',
  'error.import.no_file', // endings
  'error.import.no_members',
  'error.import.nobody_here',
  'error.import.not_a_dump', // message
  'error.import.private',
  'error.import.running',
  'error.import.same_names',
  'error.import.same_questions', // titles
  'error.import.too_large',
  'error.import.twice',
  'error.settings.changed_meanwhile',
  'error.bulk.already',
  'error.bulk.changed_since',
  'error.bulk.deleted',
  'error.bulk.gone',
  'error.bulk.has_answers',
  'error.bulk.no_tags',
  'error.bulk.nothing',
  'error.bulk.over',
  'error.bulk.tag_gone',
  'error.bulk.too_many_tags',
  'error.bulk.voted',
] as const

/** What is wrong with one field of a form. */
export const FIELD_REASONS = [
  'field.required',
  'field.blank',
  'field.no_reason',
  'field.display_name_empty',
  'field.slug_empty',
  'field.too_short', // min
  'field.too_long', // max
  'field.too_few', // min
  'field.too_many', // max
  'field.too_small', // min
  'field.too_large', // max
  'field.not_a_choice',
  'field.bad_type',
  'field.too_deep',
  'field.links_need_rank', // rank
  'field.refused_by_review',
  'field.not_reviewed',
  'field.bad_characters',
  'field.bad_name',
  'field.password_of_other_host',
  'field.secret_of_other_host',
  'field.bad_username',
  'field.bad_slug',
  'field.bad_color',
  'field.bad_domain',
  'field.bad_extension',
  'field.bad_host',
  'field.bad_hosts',
  'field.bad_email',
  'field.bad_url',
  'field.bad_origin',
  'field.not_https',
  'field.bad_line', // line
  'field.bad_user_line', // line, message
  'field.has_spaces',
  'field.is_email',
  'field.taken',
  'field.reserved',
  'field.not_changeable',
  'field.not_found',
  'field.not_a_question',
  'field.duplicate_of_itself',
  'field.duplicate_of_this',
  'field.renders_to_nothing',
  'field.conflict_left',
  'field.too_heavy',
  'field.too_many_links', // max, rank
  'field.tag_reserved', // tag
  'field.tag_is_synonym', // tag, main
  'field.tag_recommended_needed',
  'field.recommended_is_reserved', // tag
  'field.badge_activity',
  'field.tag_unknown', // tag
  'field.mixed_letters', // word, letter
  'field.no_such_user',
  'field.not_after',
  'field.not_confirmed', // wanted
  'field.corrected_today', // left, max
  'field.badge_condition_number', // number
  'field.badge_condition_tag', // number
  'field.badge_condition_twice', // number
  'field.badge_condition_unfit', // number
  'field.badge_condition_word', // number
  'field.badge_count',
  'field.no_such_setting',
  'field.not_settings', // message
  'field.too_many_entries',
  'field.in_settings_file', // name, message
] as const

/** Each has its text: a name without one doesn't compile. */
export const REASONS = [...REFUSALS, ...FIELD_REASONS] as const satisfies readonly KeyIn<'reasons'>[]

export type FieldReason = (typeof FIELD_REASONS)[number]
export type Reason = (typeof REASONS)[number]
