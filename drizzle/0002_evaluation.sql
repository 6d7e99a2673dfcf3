CREATE TABLE `comparisons` (
	`base` text NOT NULL,
	`head` text NOT NULL,
	`method` text NOT NULL,
	`body` blob NOT NULL,
	PRIMARY KEY(`base`, `head`),
	FOREIGN KEY (`base`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`head`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `comparisons_head` ON `comparisons` (`head`);--> statement-breakpoint
CREATE TABLE `judge_versions` (
	`project` text NOT NULL,
	`judge` text NOT NULL,
	`version` text NOT NULL,
	`body` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project`, `judge`, `version`),
	FOREIGN KEY (`project`,`judge`) REFERENCES `judges`(`project`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `judges` (
	`project` text NOT NULL,
	`id` text NOT NULL,
	`current` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project`, `id`),
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `looks` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dataset` text NOT NULL,
	`dataset_version` text NOT NULL,
	`kind` text NOT NULL,
	`run` text,
	`case` text,
	`index` integer,
	`alpha` real,
	`actor` text NOT NULL,
	`reason` text NOT NULL,
	`at` text NOT NULL,
	FOREIGN KEY (`dataset`) REFERENCES `datasets`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `looks_dataset` ON `looks` (`dataset`,`dataset_version`,`kind`);--> statement-breakpoint
CREATE TABLE `reusable` (
	`key` text NOT NULL,
	`run` text NOT NULL,
	`case` text NOT NULL,
	`repeat` integer NOT NULL,
	`skills` text NOT NULL,
	PRIMARY KEY(`run`, `case`, `repeat`),
	FOREIGN KEY (`run`,`case`,`repeat`) REFERENCES `case_results`(`run`,`case`,`repeat`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reusable_key` ON `reusable` (`key`);--> statement-breakpoint
CREATE TABLE `vote_trajectories` (
	`run` text NOT NULL,
	`case` text NOT NULL,
	`repeat` integer NOT NULL,
	`voter` integer NOT NULL,
	`body` blob NOT NULL,
	PRIMARY KEY(`run`, `case`, `repeat`, `voter`),
	FOREIGN KEY (`run`,`case`,`repeat`) REFERENCES `case_results`(`run`,`case`,`repeat`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `case_results_state`;--> statement-breakpoint
ALTER TABLE `case_results` ADD `unscored_kind` text;--> statement-breakpoint
ALTER TABLE `case_results` ADD `attempts` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `case_results` ADD `reused_from` text;--> statement-breakpoint
ALTER TABLE `case_results` ADD `votes` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `case_results_scores` ON `case_results` (`run`,`ordinal`,`repeat`,`case`,`state`,`category`,`priority`,`accuracy`,`effectiveness`,`group`,`wall_ms`,`reused_from`);--> statement-breakpoint
ALTER TABLE `datasets` ADD `kind` text DEFAULT 'general' NOT NULL;--> statement-breakpoint
ALTER TABLE `endpoints` ADD `max_concurrency` integer;--> statement-breakpoint
ALTER TABLE `endpoints` ADD `calls_per_minute` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `judge` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `replies_of` text REFERENCES runs(id);--> statement-breakpoint
ALTER TABLE `runs` ADD `noise_of` text REFERENCES runs(id);--> statement-breakpoint
ALTER TABLE `runs` ADD `outcome` text DEFAULT '{"stop":null,"early":null,"reuse":null,"concurrency":null,"rerunFailed":0}' NOT NULL;--> statement-breakpoint
CREATE INDEX `runs_noise_of` ON `runs` (`noise_of`);--> statement-breakpoint
UPDATE `datasets` SET `role` = 'gate' WHERE `role` = 'held-out';--> statement-breakpoint
INSERT INTO `looks` (`dataset`, `dataset_version`, `kind`, `run`, `index`, `alpha`, `actor`, `reason`, `at`) SELECT `dataset`, `dataset_version`, 'run', `id`, `n`, 0.3 / (9.869604401089358 * `n` * `n`), `actor`, 'Run before looks were counted.', `created_at` FROM (SELECT `runs`.*, row_number() OVER (PARTITION BY `runs`.`dataset`, `runs`.`dataset_version` ORDER BY `runs`.`sequence`) AS `n` FROM `runs` INNER JOIN `datasets` ON `datasets`.`id` = `runs`.`dataset` WHERE `datasets`.`role` = 'gate') ORDER BY `sequence`;--> statement-breakpoint
UPDATE `case_results` SET `unscored_kind` = CASE WHEN `reason` = 'No check could be decided without a judge.' THEN 'no-judge' ELSE 'infrastructure' END WHERE `state` = 'unscored';--> statement-breakpoint
UPDATE `runs` SET `noise_of` = (SELECT `base_run` FROM `noise_runs` WHERE `noise_runs`.`run` = `runs`.`id`) WHERE `id` IN (SELECT `run` FROM `noise_runs`);
