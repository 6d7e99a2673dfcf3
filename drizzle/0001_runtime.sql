CREATE TABLE `faq_versions` (
	`hash` text PRIMARY KEY NOT NULL,
	`entries` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `project_faqs` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project` text NOT NULL,
	`hash` text NOT NULL,
	`actor` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hash`) REFERENCES `faq_versions`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `project_faqs_project` ON `project_faqs` (`project`,`sequence`);--> statement-breakpoint
CREATE TABLE `served` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`project` text NOT NULL,
	`release` text NOT NULL,
	`version` text NOT NULL,
	`endpoint` text NOT NULL,
	`model` text NOT NULL,
	`checkpoint` text NOT NULL,
	`embedded` integer NOT NULL,
	`channel` text NOT NULL,
	`comment` text NOT NULL,
	`reply` text NOT NULL,
	`stop_reason` text NOT NULL,
	`suppressed` integer NOT NULL,
	`incident` integer NOT NULL,
	`incidents` text NOT NULL,
	`wall_ms` real NOT NULL,
	`request` text NOT NULL,
	`body` blob NOT NULL,
	`at` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`release`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `served_id_unique` ON `served` (`id`);--> statement-breakpoint
CREATE INDEX `served_project` ON `served` (`project`,`sequence`);--> statement-breakpoint
CREATE INDEX `served_version` ON `served` (`project`,`version`);--> statement-breakpoint
CREATE TABLE `tool_services` (
	`id` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `runs` ADD `faq` text REFERENCES faq_versions(hash);