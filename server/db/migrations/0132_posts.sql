-- Posts of the billboard. A draft may be incomplete; a published one has an audience and days, both included.

create table posts (
  company_id bigint not null,
  id bigint generated always as identity,
  state text not null default 'draft' check (state in ('draft', 'published', 'archived')),
  title text not null default '',
  -- The line that the mail and the notification show.
  message text not null default '',
  body text not null default '',
  -- 'youtube:<id>' or 'vimeo:<id>'.
  video text,
  image_id bigint,
  from_day date,
  to_day date,
  -- Ended before its last day.
  ended_at timestamptz,
  all_sectors boolean not null default false,
  all_locations boolean not null default false,
  notify boolean not null default false,
  asks_reading boolean not null default false,
  author_id bigint not null,
  -- The kind of profile under which it was written: nobody outside the author's reach is ever shown it.
  author_kind text not null check (author_kind in ('hr', 'limited', 'manager')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  published_at timestamptz,
  -- When people were told of it, once, and when those who hadn't read it were reminded.
  told_at timestamptz,
  reminded_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, image_id) references files,
  foreign key (company_id, author_id) references users,
  check (from_day <= to_day)
);
create index posts_changed on posts (company_id, changed_at desc, id desc);
create index posts_shown on posts (company_id, to_day) where state = 'published';
create index posts_untold on posts (company_id, from_day) where state = 'published' and notify and told_at is null;
create index posts_image on posts (company_id, image_id) where image_id is not null;
select app.tenant_table('posts');

create table post_sectors (
  company_id bigint not null,
  post_id bigint not null,
  sector_id bigint not null,
  primary key (company_id, post_id, sector_id),
  foreign key (company_id, post_id) references posts on delete cascade,
  foreign key (company_id, sector_id) references sectors
);
create index post_sectors_sector on post_sectors (company_id, sector_id);
select app.tenant_table('post_sectors', 'select, insert, delete');

create table post_locations (
  company_id bigint not null,
  post_id bigint not null,
  location_id bigint not null,
  primary key (company_id, post_id, location_id),
  foreign key (company_id, post_id) references posts on delete cascade,
  foreign key (company_id, location_id) references locations
);
create index post_locations_location on post_locations (company_id, location_id);
select app.tenant_table('post_locations', 'select, insert, delete');

create table post_files (
  company_id bigint not null,
  id bigint generated always as identity,
  post_id bigint not null,
  file_id bigint not null,
  name text not null,
  type text not null check (type in ('pdf', 'jpg')),
  size int not null,
  primary key (company_id, id),
  foreign key (company_id, post_id) references posts on delete cascade,
  foreign key (company_id, file_id) references files
);
create index post_files_post on post_files (company_id, post_id);
create index post_files_file on post_files (company_id, file_id);
select app.tenant_table('post_files', 'select, insert, delete');

-- Readers who pressed 'read and understood', where the post asks for it.
create table post_readings (
  company_id bigint not null,
  post_id bigint not null,
  user_id bigint not null,
  at timestamptz not null,
  primary key (company_id, post_id, user_id),
  foreign key (company_id, post_id) references posts on delete cascade,
  foreign key (company_id, user_id) references users
);
create index post_readings_user on post_readings (company_id, user_id);
select app.tenant_table('post_readings', 'select, insert');
